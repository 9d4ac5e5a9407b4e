# SPDX-License-Identifier: GPL-3.0-or-later
"""What the golden tests share: cases in TAP, and the command under test ($ASC_CLI)."""
import atexit
import json
import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(os.environ.get("G_TEST_SRCDIR", Path(__file__).resolve().parent.parent))
ROOT = TESTS.parent
CLI = os.environ.get("ASC_CLI", str(ROOT / "_build" / "src" / "cli" / "ascribe-cli"))

_cases = 0
_failed = 0


def _say(verdict, text):
    global _cases
    _cases += 1
    print(f"{verdict} {_cases} {text}", flush=True)


def _comment(text):
    for line in str(text).splitlines()[:40]:
        print("#", line)


def ok(condition, name, detail=""):
    """One case."""
    global _failed
    name = name.replace("#", "No. ")
    if condition:
        _say("ok", name)
    else:
        _failed += 1
        _say("not ok", name)
        _comment(detail)
    return bool(condition)


def equal(got, wanted, name):
    return ok(got == wanted, name, f"got    {got!r}\nwanted {wanted!r}")


def skip(name, reason):
    _say("ok", f"{name} # SKIP {reason}")


def case_path(name):
    """The path of a case below $ASC_CASES, or None, and a skipped case, where it is not there."""
    cases = os.environ.get("ASC_CASES")
    if cases and (Path(cases) / name).exists():
        return Path(cases) / name
    skip(name, f"no case {name} (set ASC_CASES)")
    return None


def run(*arguments, **options):
    """Runs ascribe-cli; the answer has returncode, stdout, stderr."""
    options = {"capture_output": True, "text": True, "stdin": subprocess.DEVNULL, "timeout": 300} | options
    return subprocess.run([CLI, *map(str, arguments)], **options)


def answer(*arguments, **options):
    """Runs ascribe-cli with --format=json and returns the object that it prints; a failure ends the test."""
    result = run(*arguments, "--format=json", **options)
    if result.returncode != 0:
        ok(False, "ascribe-cli " + " ".join(map(str, arguments)), f"exit status {result.returncode}\n{result.stderr}")
        sys.exit(1)
    return json.loads(result.stdout)


@atexit.register
def _plan():
    print(f"1..{_cases}", flush=True)
    if _failed:
        os._exit(1)
