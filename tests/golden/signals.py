#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The trampoline that a signal's handler returns to: named in stacks of frame pointers as perf names it. A recording written by hand."""
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

from asc_made import BASE, write_samples
from asc_tap import equal, ok, run, skip

CALLCHAIN = 1 << 5
CONTEXT_USER = (1 << 64) - 512
# As in the C library: a byte that is no symbol's before the trampoline; before "after" one too, where a call could have been.
CODE = """.text
.globl handler\n.type handler,@function\nhandler: .fill 32,1,0x90\n.size handler, 32
.fill 32,1,0x90
.globl __restore_rt\n.type __restore_rt,@function\n__restore_rt: .fill 16,1,0x90\n.size __restore_rt, 16
.fill 16,1,0x90
.globl after\n.type after,@function\nafter: .fill 16,1,0x90\n.size after, 16
.globl main\n.type main,@function\nmain: .fill 32,1,0x90\n.size main, 32
"""


def main():
    if shutil.which("gcc") is None or shutil.which("perf") is None:
        skip("signals", "needs gcc and perf")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "code.s").write_text(CODE)
        program = folder / "libcode.so"
        subprocess.run(["gcc", "-shared", "-nostdlib", "-Wl,--build-id=sha1", "-o", program, folder / "code.s"], check=True)
        read = lambda *command: [line.split() for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()]
        code = next(s for s in read("readelf", "-lW", program) if s[:1] == ["LOAD"] and "E" in s[6:8])
        at = {s[2]: int(s[0], 16) - int(code[2], 16) + int(code[1], 16) for s in read("nm", program)}
        chain = [CONTEXT_USER, BASE + at["handler"] + 8, BASE + at["__restore_rt"], BASE + at["main"] + 16]
        path = folder / "signal.data"
        write_samples(path, program, [(at["handler"] + 8, 3, struct.pack(f"<Q{len(chain)}Q", len(chain), *chain))], CALLCHAIN)
        script = subprocess.run(["perf", "script", "-i", path, "--no-inline", "-F", "ip,sym"], capture_output=True, text=True).stdout
        names = [line.split()[1] for line in script.splitlines() if line.strip()]
        ok(names == ["handler", "__restore_rt", "main"], "perf reads the recording", script)
        equal(run("flamegraph", "--format=folded", path).stdout, ";".join(reversed(names)) + " 3\n", "the trampoline is named by its own address")
        chain[2] = BASE + at["after"]
        write_samples(path, program, [(at["handler"] + 8, 3, struct.pack(f"<Q{len(chain)}Q", len(chain), *chain))], CALLCHAIN)
        stack = run("flamegraph", "--format=folded", path).stdout
        ok("after" not in stack and "<static>" in stack, "another function is not entered by a return to its first byte", stack)


main()
