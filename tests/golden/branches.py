#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Call stacks out of the processor's branch records (`perf record --call-graph lbr`): a recording written by hand, read by us and by perf."""
import shutil
import struct
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from asc_made import BASE, write_samples
from asc_tap import equal, ok, run, skip

CALLCHAIN, BRANCH_STACK = 1 << 5, 1 << 11
USER, CALL_STACK = 1, 1 << 11
CONTEXT_USER = (1 << 64) - 512
NAMES = ("leaf", "middle", "outer", "main")


def build(folder):
    """Four functions of 64 bytes each; where they lie in the file."""
    text = "".join(f".globl {name}\n.type {name},@function\n{name}: .fill 64,1,0x90\n.size {name}, 64\n" for name in NAMES)
    (folder / "code.s").write_text(".text\n" + text)
    program = folder / "libcode.so"
    subprocess.run(["gcc", "-shared", "-nostdlib", "-Wl,--build-id=sha1", "-o", program, folder / "code.s"], check=True)
    symbols = [line.split() for line in subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout.splitlines()]
    segments = [line.split() for line in subprocess.run(["readelf", "-lW", program], capture_output=True, text=True, check=True).stdout.splitlines()]
    code = next(s for s in segments if s[:1] == ["LOAD"] and "E" in s[6:8])
    return program, {s[2]: int(s[0], 16) - int(code[2], 16) + int(code[1], 16) for s in symbols if s[2] in NAMES}


def sample(at, leaf, period, calls, chain_rest=()):
    """@calls: of (source, target), the newest first. The chain beside them is what a program without frame pointers gives: its own address and nonsense."""
    chain = [CONTEXT_USER, BASE + at[leaf] + 8, *chain_rest]
    branches = [(BASE + at[source] + 16, BASE + at[target], 0) for source, target in calls]
    extra = struct.pack(f"<Q{len(chain)}Q", len(chain), *chain) + struct.pack("<Q", len(branches)) + b"".join(struct.pack("<QQQ", *b) for b in branches)
    return at[leaf] + 8, period, extra


def main():
    if shutil.which("gcc") is None or shutil.which("perf") is None:
        skip("branches", "needs gcc and perf")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program, at = build(folder)
        nonsense = (BASE + at["main"] + 40, 0x1234)
        samples = [
            sample(at, "leaf", 3, [("middle", "leaf"), ("outer", "middle"), ("main", "outer")]),
            sample(at, "leaf", 5, [("middle", "leaf"), ("outer", "middle"), ("main", "outer")], nonsense),
            sample(at, "middle", 7, [("outer", "middle"), ("main", "outer")]),
            sample(at, "outer", 11, [("main", "outer")], nonsense),
            sample(at, "leaf", 17, [("leaf", "leaf"), ("leaf", "leaf"), ("main", "leaf")]),
        ]
        path = folder / "lbr.data"
        write_samples(path, program, samples, CALLCHAIN | BRANCH_STACK, USER | CALL_STACK)
        script = subprocess.run(["perf", "script", "-i", path, "--no-inline", "-F", "period,ip,sym"], capture_output=True, text=True)
        wanted = Counter()
        for block in script.stdout.split("\n\n"):
            lines = block.split("\n") if block.strip() else []
            lines = [line for line in lines if line.strip()]
            if lines:
                wanted[";".join(line.split()[1] for line in reversed(lines[1:]))] += int(lines[0].split()[0])
        ok(sum(wanted.values()) == sum(period for _, period, _ in samples), "perf reads the recording", script.stdout + script.stderr)
        result = run("flamegraph", "--format=folded", path)
        got = Counter({line.rsplit(" ", 1)[0]: int(line.rsplit(" ", 1)[1]) for line in result.stdout.splitlines()})
        equal(got, wanted, "stacks as perf has them")
        equal(got["main;outer;middle;leaf"], 8, "the calls, the newest call's target and no frame of the chain")
        # perf 6.1 takes the bytes behind such a sample for its first branch.
        write_samples(path, program, [sample(at, "main", 13, [])], CALLCHAIN | BRANCH_STACK, USER | CALL_STACK)
        equal(run("flamegraph", "--format=folded", path).stdout, "main 13\n", "without a branch the chain is the stack")


main()
