#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Filters against perf's own (`perf script --time --tid --cpu`), against stacks picked by hand, and against each other."""
import collections
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from asc_tap import TESTS, answer, case_path, equal, ok, run, skip
import oracle

LINE = re.compile(r"^\s*(-?\d+)/(-?\d+)\s+\[(\d+)\]\s+(\d+)\.(\d+):\s+(\d+)\s+(\S+?):\s*$")


def perf_events(path, *options):
    """(event, tid, ns, cpu, period) of each sample."""
    text = subprocess.run(["perf", "script", "-i", path, "--ns", "-F", "tid,pid,time,event,cpu,period", *options], capture_output=True, text=True).stdout
    found = [LINE.match(line) for line in text.splitlines()]
    return [(m[7], int(m[2]), int(m[4]) * 10**9 + int(m[5]), int(m[3]), int(m[6])) for m in found if m]


def sums_of_perf(events):
    sums = collections.Counter()
    for event, _, _, _, period in events:
        sums[event] += period
    return sums


def test_perf(path, symbols):
    """Numbers of events, and the sums of their periods."""
    everything = perf_events(path)
    whole = answer("info", path)
    zero = int(whole["details"][0]["header"]["time-zero-ns"])
    times = sorted(time for _, _, time, _, _ in everything)
    a, b = times[len(times) // 4], times[len(times) * 3 // 4]
    clock = lambda ns: f"{ns // 10**9}.{ns % 10**9:09}"
    tid = collections.Counter(event[1] for event in everything).most_common(2)[1][0]
    # perf's range has its last moment in it.
    cases = [("time", f"TIME >= {a - zero} && TIME <= {b - zero}", ["--time", f"{clock(a)},{clock(b)}"]),
             ("thread", f"TID == {tid}", ["--tid", str(tid)]), ("CPU", "CPUID == 1", ["--cpu", "1"]),
             ("both", f"TIME <= {b - zero} && CPUID IN (0)", ["--time", f",{clock(b)}", "--cpu", "0"])]
    for name, expression, options in cases:
        mine = answer("metrics", f"--filter={expression}", path)
        theirs = perf_events(path, *options)
        equal(mine["filter"], expression, f"{name}: the filter is told")
        equal(mine["filtered"]["events"], len(theirs), f"{name}: as many events as perf script {' '.join(options)}")
        wanted = sums_of_perf(theirs)
        got = {metric["id"]: metric["total"] for metric in mine["metrics"]}
        wrong = [(event, value, got.get(event)) for event, value in wanted.items() if got.get(event) != value and event in got]
        ok(not wrong and wanted.keys() & got.keys(), f"{name}: the same sums of each event", wrong[:3])


def test_sums(path):
    """Computed numbers, against the same comparison over the samples of perf script."""
    everything = perf_events(path)
    pids = {}
    for line in subprocess.run(["perf", "script", "-i", path, "-F", "tid,pid"], capture_output=True, text=True).stdout.split():
        pid, _, tid = line.partition("/")
        if tid:
            pids[int(tid)] = int(pid)
    zero = int(answer("info", path)["details"][0]["header"]["time-zero-ns"])
    times = sorted(time - zero for _, _, time, _, _ in everything)
    middle = times[len(times) // 2]
    cases = [("TID % 2 == 1", lambda tid, time, cpu: tid % 2 == 1), ("(TID - 7) / 3 * 3 + 7 == TID", lambda tid, time, cpu: (tid - 7) // 3 * 3 + 7 == tid),
             ("CPUID + 1 == 1 << 1", lambda tid, time, cpu: cpu == 1), ("TID -1 != PID && 2 * CPUID < 1 + 1", lambda tid, time, cpu: tid - 1 != pids[tid] and cpu < 1),
             (f"TIME - {middle} >= 0", lambda tid, time, cpu: time >= middle), (f"{middle} + 1ms > TIME + 1us", lambda tid, time, cpu: time < middle + 999000),
             ("TID - PID >= 2", lambda tid, time, cpu: tid - pids[tid] >= 2), ("(((TID)) >> 1) % 3 == (0)", lambda tid, time, cpu: (tid >> 1) % 3 == 0)]
    for expression, passes in cases:
        wanted = sum(passes(tid, time - zero, cpu) for _, tid, time, cpu, _ in everything)
        ok(0 < wanted < len(everything), f"{expression}: some pass", (wanted, len(everything)))
        equal(answer("metrics", f"--filter={expression}", path)["filtered"]["events"], wanted, f"{expression}: as many samples of perf script")


def in_row(stack, wanted):
    """Whether the functions, innermost first, stand side by side in the stack, which is outermost first."""
    stack = stack[::-1]
    return any(stack[i:i + len(wanted)] == wanted for i in range(len(stack) - len(wanted) + 1))


def test_stacks():
    """Functions of a folded recording with a filter are those of the recording of which only the lines that pass are left."""
    lines = ["main 2", "main;B 5", "main;A;C 2", "main;A;C;E 4", "main;A;C;F;G 4", "main;B;C 3", "main;B;C;E 6", "main;B;C;F;G 6", "R;R;C;R 3", "A;main 9"]
    cases = [('"C" IN STACK', lambda s: "C" in s), ('"C" NOT IN STACK', lambda s: "C" not in s), ('LEAF == "C"', lambda s: s[-1] == "C"),
             ('("A", "C") IN STACK', lambda s: "A" in s and "C" in s), ('("A", "R") SOME IN STACK && LEAF != "E"', lambda s: ("A" in s or "R" in s) and s[-1] != "E"),
             ('("C", "A") ORDERED IN STACK', lambda s: in_row(s, ["C", "A"])), ('("A", "C") ORDERED IN STACK', lambda s: in_row(s, ["A", "C"])),
             ('("R", "R") ORDERED IN STACK', lambda s: in_row(s, ["R", "R"])), ('("F", "C", "B", "main") ORDERED IN USTACK', lambda s: in_row(s, ["F", "C", "B", "main"])),
             ('(FNAME("[EF]"), "C") NOT ORDERED IN STACK', lambda s: not (in_row(s, ["E", "C"]) or in_row(s, ["F", "C"]))), ('"E" ORDERED IN STACK', lambda s: "E" in s),
             ('FNAME("[BE]") SOME IN STACK', lambda s: "B" in s or "E" in s), ('!("B" IN STACK || LEAF IN (FUNCTION("G"), "main"))', lambda s: not ("B" in s or s[-1] in ("G", "main")))]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "all.folded"
        part = Path(folder) / "part.folded"
        path.write_text("\n".join(lines) + "\n")
        for expression, passes in cases:
            part.write_text("".join(line + "\n" for line in lines if passes(line.rpartition(" ")[0].split(";"))))
            figures = oracle.from_folded(part)
            rows = answer("callers-callees", f"--filter={expression}", path)["rows"]
            got = {row["name"]: (row["exclusive"]["samples"], row["inclusive"]["samples"], {c["name"]: c["attributed"]["samples"] for c in row["callers"]}) for row in rows[1:]}
            wanted = {name[0]: (figures.exclusive[name], value, {c[0]: v for c, v in figures.callers[name].items()}) for name, value in figures.inclusive.items()}
            equal(got, wanted, f"{expression}: functions and callers as of the lines that pass")
            strip = lambda text: sorted(line.rsplit(" ", 1) for line in text.splitlines())
            equal(strip(run("flamegraph", "--format=folded", f"--filter={expression}", path).stdout), strip(run("flamegraph", "--format=folded", part).stdout), f"{expression}: the flame graph")


def test_states(path, symbols):
    """Parts of the time sum to the whole, in every metric of every thread; states and threads are what the tables say."""
    whole = answer("threads", symbols, path)
    values = lambda answered: {row["tid"]: row["values"] for row in answered["rows"]}
    end = answer("info", path)["duration_ns"]
    cuts = [0, end // 7, end // 3, end // 3 + 1, end * 3 // 4, end * 2]
    parts = [values(answer("threads", symbols, f"--filter=TIME >= {a} && TIME < {b}", path)) for a, b in zip(cuts, cuts[1:])]
    sums = {tid: {metric: sum(part.get(tid, {}).get(metric, 0) for part in parts) for metric in row} for tid, row in values(whole).items()}
    equal(sums, values(whole), "five parts of the time sum to the whole")
    for state in ("lock", "sleep", "wait", "owait", "totalcpu", "system"):
        part = answer("threads", symbols, f"--filter=STATE == {state}", path)["rows"][0]["values"]
        equal((part[state], part["total"]), (whole["rows"][0]["values"][state],) * 2, f"STATE == {state}: the time in it, and nothing else")
    for row in whole["rows"][1:4]:
        part = answer("functions", symbols, f"--filter=TID == {row['tid']}", path)["rows"][0]["inclusive"]
        equal({metric: part[metric] for metric in row["values"]}, row["values"], f"TID == {row['tid']}: <Total> is the thread's row")
    one, many = (run("calltree", symbols, "--format=json", f"--threads={n}", f"--filter=TIME < {end // 2} && STATE != sleep", path).stdout for n in (1, 4))
    equal(one, many, "the same with one thread and with four")


def test_waits(path, symbols, cases):
    """Where the threads wait for locks, and where they sleep: each command ends in the functions to blame."""
    for state, function in cases:
        rows = answer("functions", symbols, f"--metrics=i.{state}", path)["rows"]
        cost = {row["name"]: row["inclusive"][state] for row in rows}.get(function, 0)
        if not ok(cost > 0, f"{function} has {state}", [row["name"] for row in rows[:9]]):
            continue
        tree = answer("calltree", symbols, f"--metrics=i.{state}", path)["rows"]
        equal(sum(row["attributed"][state] for row in tree if row["name"] == function), cost, f"{function}: its {state} in the call tree")
        flame = answer("flamegraph", symbols, f"--metrics=i.{state}", path)["rows"]
        equal(sum(row["attributed"][state] for row in flame if row["name"] == function), cost, f"{function}: its {state} in the flame graph")
        lines = answer("lines", symbols, f"--metrics=i.{state}", path)["rows"]
        equal(sum(row["inclusive"][state] for row in lines if row["function"] == function), cost, f"{function}: its {state} on its lines")
        whole = answer("functions", symbols, f"--metrics=i.{state}", f'--filter=FUNCTION("{function}") IN STACK', path)["rows"][0]["inclusive"][state]
        equal(whole, cost, f"{function}: with a filter for it that is all")


def test_usage():
    sample = TESTS.parent / "data/samples/figure-2-1.folded"
    wrong = run("functions", "--filter=TID == ", sample)
    equal((wrong.returncode, wrong.stderr), (2, "ascribe-cli: --filter: character 8: a number is expected here; try filter-help\n"), "a wrong filter is a line")
    for command in ("statistics", "archive"):
        equal(run(command, "--filter=TID == 1", sample).returncode, 2, f"{command} is of the whole recording")
    equal(answer("functions", sample)["filter"], None, "no filter")
    text = run("functions", '--filter="C" IN STACK', sample).stdout
    lines = sample.read_text().splitlines()
    first = f"Filter: \"C\" IN STACK ({sum(';C' in line for line in lines)} of {len(lines)} events)\n\n"
    ok(text.startswith(first), "text tells the filter", text[:80])
    # Every piece of the help is of the language.
    for row in json.loads(run("filter-help", "--format=json").stdout)["rows"]:
        if not row["syntax"].startswith(("&&", "==")):
            result = run("metrics", f"--filter={row['syntax']}", sample)
            equal((result.returncode, result.stderr), (0, ""), f"the help's {row['syntax']}")
    equal(run("filter-help", sample).returncode, 2, "filter-help takes no experiment")


test_usage()
test_stacks()
recording = case_path("made/recordings/microstates.trace.data")
if recording:
    symbols = f"--symbols={recording.parent}/bin"
    if shutil.which("perf"):
        test_perf(recording, symbols)
        test_sums(recording)
    else:
        skip("perf script", "perf is not installed")
    test_states(recording, symbols)
WAITS = {"dwarf": (("lock", "st_mutex"), ("lock", "st_condvar"), ("lock", "st_futex"), ("sleep", "st_sleep"), ("sleep", "st_poll"), ("sleep", "st_pipe")),
         "proc": (("datapfault", "st_majflt"), ("textpfault", "st_text"), ("wait", "st_waitcpu"), ("stop", "st_stopped"))}
for name, cases in WAITS.items():
    recording = case_path(f"made/recordings/microstates.{name}.data")
    if recording:
        test_waits(recording, f"--symbols={recording.parent}/bin", cases)
