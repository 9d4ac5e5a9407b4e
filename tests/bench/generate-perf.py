#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""generate-perf SAMPLES OUT: a recording of tests/fixtures/programs/tasks.c, made now and multiplied to so many samples."""
import subprocess
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent

with tempfile.TemporaryDirectory() as folder:
    small = Path(folder) / "small.data"
    subprocess.run(["perf", "record", "-q", "-N", "-B", "-e", "cpu-clock", "-F", "20000", "-g", "-o", small,
                    "--", here / "tasks", here / "plugin.so"], check=True)
    subprocess.run([here / "perf-multiply", small, sys.argv[2], sys.argv[1]], check=True)
