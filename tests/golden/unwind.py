#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Unwound stacks beside those of `perf script`, frame by frame, and a program known by construction."""
import gzip
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from asc_tap import TESTS, answer, case_path, equal, ok, skip

DUMP = os.environ.get("ASC_UNWIND_DUMP", "")


def perf(*arguments):
    return subprocess.run(["perf", *map(str, arguments)], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300).stdout


def blocks(text):
    return [block.splitlines() for block in re.split(r"\n\s*\n", text.strip()) if block.strip()]


def perf_stacks(recording, binaries):
    """Addresses of each sample's frames, leaf first, as perf finds them with the programs in `binaries`."""
    with tempfile.TemporaryDirectory() as root:
        for path in set(re.findall(r"r-xp (/\S+)$", perf("script", "-i", recording, "--show-mmap-events"), re.M)):
            source = binaries / Path(path).name
            if source.exists():
                os.makedirs(root + os.path.dirname(path), exist_ok=True)
                shutil.copy(source, root + path)
        text = perf("script", "-i", recording, "--no-inline", "--max-stack", "65535", "-F", "ip,dso", "--symfs", root)
    return [[line.split()[0] for line in block] for block in blocks(text)]


def our_stacks(recording, binaries):
    text = subprocess.run([DUMP, str(recording), str(binaries)], capture_output=True, text=True, timeout=300, check=True).stdout
    return [[line.split()[0] for line in block] for block in blocks(text)]


def compare(name, wanted_truncated):
    recording = case_path(f"made/recordings/{name}")
    if recording is None:
        return
    if shutil.which("perf") is None:
        skip(name, "perf is not installed")
        return
    binaries = recording.parent / "bin"
    theirs, ours = perf_stacks(recording, binaries), our_stacks(recording, binaries)
    if not theirs:
        skip(name, "perf script cannot read it here")
        return
    ok(len(theirs) == len(ours), f"{name}: as many stacks as perf script", f"{len(theirs)} {len(ours)}")
    truncated = frames = differ = 0
    first = ""
    for i, (a, b) in enumerate(zip(theirs, ours)):
        if b[-1] == "<Truncated-stack>":
            truncated += 1
            b = b[:-1]
            if a[-1] == "ffffffffffffffff":  # perf does not read a dump's last word
                a = a[:-1] + b[-1:]
        frames += len(b)
        if a != b:
            differ += 1
            first = first or f"stack {i}\nperf {a[-8:]}\nours {b[-8:]}"
    ok(differ == 0, f"{name}: all {frames} frames are perf's", f"{differ} stacks differ\n{first}")
    ok(truncated == wanted_truncated, f"{name}: {wanted_truncated} truncated", truncated)


def test_signals(name, wanted):
    """A handler at work: by construction all stacks are these functions. The stack that was interrupted is not in the dump where the handler has one of its own, and that is said."""
    fixtures = TESTS / "fixtures" / "unwind"
    symbols = [(int(row[0], 16), row[2]) for row in map(str.split, subprocess.run(["nm", "-n", fixtures / "bin" / "signals"], capture_output=True, text=True).stdout.splitlines()) if row[1] in "tT"]
    if not symbols:
        skip(name, "there is no nm")
        return
    with tempfile.TemporaryDirectory() as folder:
        recording = Path(folder) / "signals.data"
        recording.write_bytes(gzip.decompress((fixtures / f"{name}.data.gz").read_bytes()))
        stacks = our_stacks(recording, fixtures / "bin")
    called = lambda frame: frame if frame[0] == "<" else [symbol for address, symbol in symbols if address <= 0x400000 + int(frame, 16)][-1]
    stacks = [tuple(map(called, stack)) for stack in stacks]
    handled = [stack for stack in stacks if stack[0] == "in_handler"]
    ok(len(handled) > 9, f"{name}: {len(handled)} of {len(stacks)} samples are of the handler", stacks)
    equal(set(handled), {wanted}, f"{name}: their stacks")


HANDLER = ("in_handler", "on_signal", "restore", "interrupted")
test_signals("signals", (*HANDLER, "outer", "run", "_start"))
test_signals("signals-own-stack", (*HANDLER, "<Truncated-stack>"))

compare("figure.dwarf.data", 0)
compare("recursion.spin.dwarf.data", 29)

figure = case_path("made/recordings/figure.dwarf.data")
if figure is not None:
    # Figure 2-1 by construction: units of work of 32, exclusive and inclusive; 2 points either way (made/README.md)
    rows = answer("functions", "--symbols", figure.parent / "bin", figure)["rows"]
    shares = {row["name"]: [row[kind]["totalcpu"] for kind in ("exclusive", "inclusive")] for row in rows}
    total = shares["<Total>"][0]
    for function, units in {"main": (2, 32), "A": (0, 10), "B": (5, 20), "C": (5, 25), "E": (10, 10), "F": (6, 10), "G": (4, 4)}.items():
        for kind, wanted, got in zip(("exclusive", "inclusive"), units, shares.get(function, (0, 0))):
            ok(abs(100 * got / total - 100 * wanted / 32) <= 2, f"figure.dwarf.data: {function} {kind} {wanted} of 32", f"{100 * got / total:.1f} %")
