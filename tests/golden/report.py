#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""build-aux/run without a display: the report as text, of the bundled sample and of folded stacks; one error line for what is no experiment."""
import os
import subprocess
from pathlib import Path

from asc_tap import ROOT, CLI, equal, ok

env = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
env["ASC_BUILDDIR"] = str(Path(CLI).parent.parent.parent)


def report(*arguments):
    return subprocess.run([ROOT / "build-aux" / "run", *map(str, arguments)], env=env, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=500)


sample = report()
equal(sample.returncode, 0, "run: the sample")
for part in ("== info ==", "== functions ==", "== callers-callees ==", "<Total>", "table_find"):
    ok(part in sample.stdout, f"run: the sample's report has {part}", sample.stdout + sample.stderr)
figure = report(ROOT / "data" / "samples" / "figure-2-1.folded")
equal(figure.returncode, 0, "run: folded stacks")
ok("main" in figure.stdout and "table_find" not in figure.stdout, "run: the report is that of the experiment named", figure.stdout + figure.stderr)
env["DISPLAY"] = ":7321"  # a display that is gone, as after ssh or sudo
ok("== functions ==" in report().stdout, "run: a display that does not answer is none")
wrong = report(ROOT / "README.md")
equal(wrong.returncode, 1, "run: what is no experiment")
equal(len([line for line in wrong.stderr.splitlines() if "README.md" in line]), 1, "run: one line tells why")
