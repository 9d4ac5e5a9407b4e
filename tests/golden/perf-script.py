#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The perf.data reader against `perf script`: every sample's task, period, and the object and address of each frame."""
import collections
import os
import re
import shutil
import subprocess
from pathlib import Path

from asc_tap import TESTS, case_path, equal, ok, skip

DUMP = Path(os.environ["G_TEST_BUILDDIR"]) / "support" / "reader-dump"
FIELDS = "comm,pid,tid,time,event,period,ip,sym,symoff,dso"
HEAD = re.compile(r"^(?:.*?)\s+(-?\d+)/(-?\d+)\s+([\d.]+):\s+(\d+)\s+(?:\S.*?):\s*(?:([0-9a-f]+) .* \((.*)\))?\s*$")
FRAME = re.compile(r"^\s+([0-9a-f]+) .* \((.*)\)$")
MODULE = re.compile(r"([^/]*)\.ko(\.\w+)?$")


def object_name(dso):
    """perf names modules by their file, and memory without code (which is no object of ours) by what is mapped there."""
    module = MODULE.search(dso)
    if module:
        return "[" + module.group(1).replace("-", "_") + "]"
    return "[kernel.kallsyms]" if dso.startswith("[kernel.kallsyms]") else dso if dso.startswith("[") else os.path.basename(dso)


def of_perf(path):
    text = subprocess.run(["perf", "script", "-i", path, "--max-stack", "65535", "--no-inline", "-F", FIELDS],
                          capture_output=True, text=True, errors="replace").stdout
    samples = []
    for line in text.split("\n"):
        head = HEAD.match(line) if line[:1] not in ("\t", "") else None
        frame = None if head else FRAME.match(line)
        if head:
            samples.append((int(head[1]), int(head[2]), int(head[4]), []))
            if head[5]:
                samples[-1][3].append((int(head[5], 16), object_name(head[6])))
        elif frame and samples:
            samples[-1][3].append((int(frame[1], 16), object_name(frame[2])))
    return samples


def of_ours(path, threads):
    text = subprocess.run([DUMP, f"--threads={threads}", "--events", path], capture_output=True, text=True, check=True).stdout
    samples = []
    for line in text.splitlines():
        words = line.split("\t")
        frames = [word.rstrip("^").rpartition("+0x") for word in words[7:]]
        samples.append((int(words[2]), int(words[3]), int(words[1]), [(int(frame[2], 16), frame[0]) for frame in frames]))
    return samples


def same(perf, ours):
    """perf shows addresses of files as they were in memory or in the file: they differ by whole pages."""
    if perf[:3] != ours[:3] or len(perf[3]) != len(ours[3]):
        return False
    for (a, dso), (b, name) in zip(perf[3], ours[3]):
        if name != "?" and (dso != name and dso != "[unknown]" or (a ^ b) & 0xFFF and name != "[vdso]"):
            return False
    return True


def compare(path, name):
    perf, ours = of_perf(path), of_ours(path, 0)
    equal(of_ours(path, 1), ours, f"{name}: the same with one thread")
    if not ok(len(perf) == len(ours) and perf, f"{name}: as many samples", f"perf {len(perf)} ours {len(ours)}"):
        return
    # perf sorts by time, where equal times may change places.
    left = collections.defaultdict(list)
    for sample in ours:
        left[sample[:3]].append(sample)
    wrong = []
    for sample in perf:
        match = next((other for other in left[sample[:3]] if same(sample, other)), None)
        if match is None:
            wrong.append(sample)
        else:
            left[sample[:3]].remove(match)
    ok(not wrong, f"{name}: every frame", f"{len(wrong)} samples differ, first {wrong[:1]}")


if shutil.which("perf") is None:
    skip("perf script", "perf is not installed")
else:
    for path in sorted((TESTS / "fixtures" / "perf").glob("tasks.*.data")):
        if path.name != "tasks.stack.data":  # perf unwinds those
            compare(path, path.name)
    folder = case_path("public/perf")
    for path in sorted(folder.iterdir()) if folder else []:
        if path.is_file() and not path.name.endswith((".tsv", ".pb_text", ".buildids")) and of_perf(path):  # perf cannot read all of them
            compare(path, path.name)
