#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where threads wait, in every state: flame graph, call tree and lines against a folding of their own of what perf script prints.

A wait goes from PERF_RECORD_SWITCH OUT to IN, and from FORK to the first IN; its stack and its reason are those of the sched_switch before. Functions are those of the recorded program, by nm."""
import bisect
import re
import shutil
import subprocess
from collections import Counter, defaultdict

from asc_tap import answer, case_path, equal, ok, run, skip

STATES = ("wait", "lock", "textpfault", "datapfault", "kernelpfault", "sleep", "stop")
HEAD = re.compile(r"^\s*(-?\d+)/(-?\d+)\s+(\d+)\.(\d+):\s+(\S+)\s*(.*)$")
FRAME = re.compile(r"^\s+([0-9a-f]+) (.+) \((.+)\)$")


class Program:
    """Names of the program's functions, by nm."""

    def __init__(self, path):
        self.name = path.name
        lines = [line.split() for line in subprocess.run(["nm", "-n", path], capture_output=True, text=True, check=True).stdout.splitlines()]
        self.symbols = [(int(line[0], 16), line[2]) for line in lines if len(line) == 3 and line[1] in "tTwW"]
        self.functions = {name for _, name in self.symbols}
        # The load segment of code: file offset and address.
        program = subprocess.run(["readelf", "-lW", path], capture_output=True, text=True, check=True).stdout
        self.shift = next(int(m[2], 16) - int(m[1], 16) for m in re.finditer(r"LOAD\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)\s.*R E", program))

    def find(self, ip, file, is_call):
        """perf prints file offsets of files that it does not find."""
        if not file.endswith("/" + self.name):
            return None
        at = bisect.bisect(self.symbols, (ip + self.shift - is_call, "\x7f")) - 1
        return self.symbols[at][1] if at >= 0 else None


def parse(path, kallsyms):
    """Of each thread what perf script prints: (ns, event, rest, frames) in order; a frame is (address, name, file)."""
    text = subprocess.run(["perf", "script", "-i", path, "--kallsyms", kallsyms, "--ns", "-F", "tid,pid,time,event,ip,sym,dso,trace", "--show-switch-events",
                           "--show-task-events"], capture_output=True, text=True).stdout
    threads = defaultdict(list)
    frames = None
    for line in text.splitlines():
        head = HEAD.match(line)
        if head:
            frames = []
            born = re.match(r"PERF_RECORD_FORK\(\d+:(\d+)\)", head[5])
            threads[int(born[1] if born else head[2])].append((int(head[3]) * 10**9 + int(head[4]), head[5].rstrip(":"), head[6], frames))
        elif frames is not None and FRAME.match(line):
            frame = FRAME.match(line)
            frames.append((int(frame[1], 16), frame[2], frame[3]))
    return threads


def reason(prev_state, frames, fetched):
    kernel = [name for ip, name, _ in frames if ip >> 63]
    if prev_state.startswith("R"):
        return "wait"
    if prev_state[0] in "Tt":
        return "stop"
    if any("exc_page_fault" in name for name in kernel):
        return "textpfault" if fetched else "datapfault"
    return "lock" if any(name.startswith("futex_") or name.endswith("_futex") for name in kernel) else "sleep"


def fold(events, program):
    """(state, functions of the program, outermost first) -> ns"""
    waits = Counter()
    switch = out = None
    fetched = False
    for time, event, rest, frames in events:
        if event == "exceptions:page_fault_user":
            fetched = bool(int(re.search(r"error_code=0x([0-9a-f]+)", rest)[1], 16) & 0x10)
        elif event == "sched:sched_switch":
            user = [(ip, file) for ip, _, file in frames if not ip >> 63]
            names = [program.find(ip, file, depth > 0) for depth, (ip, file) in enumerate(user)]
            switch = reason(re.search(r"prev_state=(\S+)", rest)[1], frames, fetched), tuple(name for name in reversed(names) if name)
        elif event.startswith("PERF_RECORD_FORK"):
            out, switch = time, ("wait", ())
        elif event == "PERF_RECORD_SWITCH" and rest.startswith("OUT"):
            out = time
        elif event == "PERF_RECORD_SWITCH" and rest.startswith("IN"):
            if out is not None and switch is not None:
                waits[switch] += time - out
            out = switch = None
    return waits


def test(path):
    symbols = path.parent / "bin"
    program = Program(symbols / "microstates")
    kallsyms = next((symbols / "[kernel.kallsyms]").glob("*/kallsyms"), None)
    threads = parse(path, kallsyms)
    # Those that slept at the end have no IN for it: they are not of the test.
    wanted = {tid: fold(events, program) for tid, events in threads.items()}
    rows = answer("threads", f"--symbols={symbols}", path)["rows"]
    mine = [row["tid"] for row in rows if row["name"] in ("mutex", "majflt", "text", "pipe")]
    ok(len(mine) == 4, "the threads of the scenarios", mine)
    filter_ = "--filter=TID IN (%s)" % ", ".join(map(str, mine))
    asked = (f"--symbols={symbols}", filter_)
    tried = set()
    for state in STATES:
        folded = Counter()
        inclusive = Counter()
        for tid in mine:
            for (why, stack), ns in wanted[tid].items():
                if why == state:
                    folded[stack] += ns
                    for name in set(stack):
                        inclusive[name] += ns
        if not folded:
            continue
        tried.add(state)
        got = Counter()
        for line in run("flamegraph", *asked, "--format=folded", f"--metrics=i.{state}", path).stdout.splitlines():
            stack, _, ns = line.rpartition(" ")
            got[tuple(name for name in stack.split(";") if name in program.functions)] += int(ns)
        close(got, folded, f"{state}: the flame graph")
        tree = Counter()
        for row in answer("calltree", *asked, f"--metrics=i.{state}", path)["rows"]:
            if row["name"] in program.functions:
                tree[row["name"]] += row["attributed"][state]
        close(tree, inclusive, f"{state}: the call tree")
        lines = Counter()
        for row in answer("lines", *asked, f"--metrics=i.{state}", path)["rows"]:
            if row["function"] in program.functions:
                lines[row["function"]] += row["inclusive"][state]
        close(lines, inclusive, f"{state}: the lines of each function")
    equal(tried & {"lock", "sleep", "datapfault", "textpfault"}, {"lock", "sleep", "datapfault", "textpfault"}, "states that there are")


def close(got, wanted, name):
    """The same keys with anything, and the same ns."""
    got, wanted = ({key: ns for key, ns in counter.items() if ns} for counter in (got, wanted))
    wrong = [(key, got.get(key), wanted.get(key)) for key in got.keys() | wanted.keys() if got.get(key) != wanted.get(key)]
    ok(wanted and not wrong, f"{name}: {len(wanted)} as folded from perf script", wrong[:6])


recording = case_path("made/recordings/microstates.trace.data")
if recording and shutil.which("perf") and shutil.which("nm"):
    test(recording)
elif recording:
    skip("perf script", "perf is not installed")
