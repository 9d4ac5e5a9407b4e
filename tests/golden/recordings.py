#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings, made here where perf may record, and ready-made ones: every figure and arc as a calculation over `perf script` has it."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import oracle
from asc_tap import ROOT, TESTS, answer, case_path, equal, ok, skip

PROGRAMS = TESTS / "fixtures" / "programs"


def compare(path, name, event=None, env=None):
    result = answer("callers-callees", "--no-inline", path, env=env)
    figures = oracle.from_perf(path, event, env)
    ok(figures.total > 0, f"{name}: perf has samples")
    equal(oracle.differences(figures, result)[:10], [], f"{name}: equal to a calculation over perf script ({len(figures.inclusive)} functions)")
    equal(oracle.equations(result)[:10], [], f"{name}: callers, and exclusive with callees, add up to inclusive")
    return result


def home_with(folder, home):
    """A home whose build-id cache has the binaries of the cases: perf and we find them there."""
    env = os.environ | {"HOME": str(home)}
    for binary in ("recursion", "figure", "libc.so.6", "ld-linux-x86-64.so.2"):
        subprocess.run(["perf", "buildid-cache", "--add", folder / binary], env=env, check=True, capture_output=True)
    kernel = home / ".debug" / "[kernel.kallsyms]"
    if (folder / "[kernel.kallsyms]").is_dir() and not kernel.exists():
        shutil.copytree(folder / "[kernel.kallsyms]", kernel)
    return env


def test_cases(scratch):
    folder = case_path("made/recordings")
    if folder is None:
        return
    home = scratch / "home"
    home.mkdir()
    env = home_with(folder / "bin", home)
    for name in ("recursion.spin.fp", "figure.fp", "figure.leaf"):
        compare(folder / f"{name}.data", name, env=env)
    test_figure(folder, env)


def test_figure(folder, env):
    """The program's construction: 32 units of time, whose shares are known."""
    wanted = json.loads((folder.parent / "expected" / "figure.json").read_text())
    rows = {row["name"]: row for row in answer("callers-callees", folder / "figure.fp.data", env=env)["rows"]}
    total = rows["<Total>"]["inclusive"]["totalcpu"]
    near = lambda got, units: abs(100 * got / total - 100 * units / wanted["total_units"]) <= wanted["tolerance_points"]["perf"]
    for name, units in wanted["functions"].items():
        for flavor in ("exclusive", "inclusive"):
            got = rows[name][flavor]["totalcpu"]
            ok(near(got, units[flavor]), f"figure.fp: {name}, {flavor}, within 2 points of its construction", f"{got} of {total}, {units}")
    for caller, callee, units in wanted["attributed"]:
        arcs = {arc["name"]: arc["attributed"]["totalcpu"] for arc in rows[caller]["callees"]}
        ok(near(arcs[callee], units), f"figure.fp: {caller} to {callee}, within 2 points of its construction", f"{arcs} of {total}, {units}")


def test_samples():
    compare(ROOT / "tests" / "fixtures" / "perf" / "tasks.fp.data", "tasks.fp")


def perf_records(scratch):
    """Whether perf may record here: None, or why not."""
    if shutil.which("perf") is None:
        return "there is no perf"
    result = subprocess.run(["perf", "record", "-q", "-N", "-e", "cpu-clock", "-g", "-o", scratch / "probe.data", "true"], capture_output=True, text=True)
    return None if result.returncode == 0 else "perf may not record: " + " ".join(result.stderr.split())[:200]


def build(scratch):
    """The programs, with frame pointers. Returns: name -> command."""
    # Optimized, gcc gives a leaf no frame: perf then loses its caller. perf takes some entries of a PLT for _init: none here. An interrupted
    # first instruction is looked up one byte before, as a call is: there a function has padding, so that it goes to none, as perf's +0x0 does.
    flags = ["-O0", "-g", "-fno-omit-frame-pointer", "-pthread", "-fno-plt", "-fpatchable-function-entry=16,16"]
    commands = {}
    if shutil.which("cc"):
        subprocess.run(["cc", *flags, "-shared", "-fPIC", PROGRAMS / "plugin.c", "-o", scratch / "plugin.so"], check=True)
        subprocess.run(["cc", *flags, "-rdynamic", PROGRAMS / "tasks.c", "-o", scratch / "tasks", "-ldl"], check=True)
        commands["tasks"] = [scratch / "tasks", scratch / "plugin.so"]
    if shutil.which("c++"):
        subprocess.run(["c++", *flags, PROGRAMS / "shapes.cpp", PROGRAMS / "shapes2.cpp", "-o", scratch / "shapes"], check=True)
        commands["shapes"] = [scratch / "shapes"]
    return commands


RECORDINGS = {  # name: (options of perf record, event that the oracle takes, programs)
    "frame pointers": (["-e", "cpu-clock", "-F", "999", "-g"], None, ("tasks", "shapes")),
    "user only": (["-e", "cpu-clock:u", "-F", "999", "-g"], None, ("tasks",)),
    "no stacks": (["-e", "cpu-clock", "-F", "999"], None, ("shapes",)),
    "page faults": (["-e", "cpu-clock/freq=999/", "-e", "page-faults/period=50/", "-g"], "page-faults/period=50/", ("shapes",)),
    "compressed": (["-z", "-e", "cpu-clock", "-F", "999", "-g"], None, ("tasks",)),
}


def record(arguments):
    subprocess.run(["perf", "record", "-q", "-N", *arguments], check=True, capture_output=True)


def test_own(scratch):
    reason = perf_records(scratch)
    if reason is not None:
        skip("own recordings", reason)
        return
    commands = build(scratch)
    for name, (options, event, programs) in RECORDINGS.items():
        for program in programs:
            if program not in commands:
                skip(f"{program}, {name}", "no compiler")
                continue
            path = scratch / f"{program}.{name.replace(' ', '-')}.data"
            record([*options, "-o", path, "--", *commands[program]])
            result = compare(path, f"{program}, {name}", event)
            names = {row["name"] for row in result["rows"]}
            wanted = {"tasks": {"recurse", "spin", "plugin_work", "plugin_inner", "in_thread", "main"} - ({"main"} if name == "user only" else set()),
                      "shapes": {"burn(long)", "burn(double)", "main"}}[program]
            if "-g" in options and event is None:
                ok(wanted <= names, f"{program}, {name}: its functions are named", sorted(wanted - names))
            oracle_outside(path, event, result, f"{program}, {name}", scratch)


def oracle_outside(path, event, result, name, scratch):
    """Another one's calculation of the same, where it is there."""
    cases = os.environ.get("ASC_CASES")
    script = Path(cases).parent / "tools" / "metrics_oracle.py" if cases else None
    if script is None or not script.exists():
        return
    (scratch / "product.json").write_text(json.dumps(result))
    with open(scratch / "oracle.json", "w") as output:
        subprocess.run([sys.executable, script, "perf", path, *([event] if event else [])], stdout=output, check=True)
    answer_text = subprocess.run([sys.executable, script, "compare", scratch / "oracle.json", scratch / "product.json"], capture_output=True, text=True)
    equal(answer_text.returncode, 0, f"{name}: equal to the outside calculation")
    if answer_text.returncode:
        print("# " + answer_text.stdout.replace("\n", "\n# "))


with tempfile.TemporaryDirectory() as name:
    if shutil.which("perf") is None:
        skip("recordings", "there is no perf to compare with")
    else:
        test_cases(Path(name))
        test_samples()
        test_own(Path(name))
