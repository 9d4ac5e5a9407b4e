#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command timeline: against perf's own account of who ran when, and against the metrics."""
import re
import shutil
import subprocess

from asc_tap import TESTS, answer, case_path, equal, ok, run, skip

RUNS = ("user", "system", "trap")


def test_sums(name, path, symbols):
    """Intervals join without gaps and sum to the thread's metrics; buckets and parts of the time sum to the same."""
    rows = answer("timeline", symbols, path)["rows"]
    metrics = {(row["pid"], row["tid"]): row["values"] for row in answer("threads", symbols, "--view=expert", path)["rows"][1:]}
    gaps = [row["tid"] for row in rows for a, b in zip(row["intervals"], row["intervals"][1:]) if a["begin"] + a["length"] != b["begin"]]
    equal(gaps, [], f"{name}: each interval ends where the next begins")
    for row in rows:
        wanted = metrics[row["pid"], row["tid"]]
        got = {state: sum(i["length"] for i in row["intervals"] if i["state"] == state) for state in row["values"]}
        if not (got == row["values"] and all(got[s] == wanted[s] for s in ("user", "wait", "lock", "sleep", "textpfault", "datapfault", "unknown")) and sum(got.values()) == wanted["total"]):
            ok(False, f"{name}: {row['name']} {row['tid']}: intervals sum to its metrics", f"{got}\n{row['values']}\n{wanted}")
            break
    else:
        ok(rows, f"{name}: intervals of {len(rows)} threads sum to their metrics")
    for options in (["--buckets=7"], ["--buckets=1000"]):
        some = answer("timeline", symbols, *options, path)["rows"]
        equal([{s: sum(b) for s, b in row["buckets"].items()} for row in some], [{s: v for s, v in row["values"].items() if v} for row in rows], f"{name}: {options[0]} sum to the whole")
    end = answer("info", path)["duration_ns"]
    halves = [{row["tid"]: row["values"] for row in answer("timeline", symbols, f"--range={a}..{b}", path)["rows"]} for a, b in ((0, end // 3), (end // 3, ""))]
    sums = {row["tid"]: {s: sum(half.get(row["tid"], {}).get(s, 0) for half in halves) for s in row["values"]} for row in rows}
    equal(sums, {row["tid"]: row["values"] for row in rows}, f"{name}: two ranges sum to the whole")
    processes = answer("timeline", symbols, "--by=process", path)["rows"]
    equal({p["pid"]: p["values"] for p in processes}, {pid: {s: sum(r["values"][s] for r in rows if r["pid"] == pid) for s in rows[0]["values"]} for pid in {r["pid"] for r in rows}},
          f"{name}: processes are the sums of their threads")
    cpus = answer("timeline", symbols, "--by=cpu", path)["rows"]
    equal(sum(c["values"][s] for c in cpus for s in RUNS), sum(r["values"][s] for r in rows for s in RUNS), f"{name}: CPUs ran as long as threads")
    lines = run("timeline", symbols, "--format=tsv", path).stdout.splitlines()[1:]
    equal(len(lines), sum(len(row["intervals"]) for row in rows), f"{name}: a line of TSV for each interval")


def test_switches(path, symbols):
    """Every time that a thread runs begins and ends where its records of switches say (perf script --show-switch-events)."""
    zero = int(answer("info", path)["details"][0]["header"]["time-zero-ns"])
    text = subprocess.run(["perf", "script", "-i", path, "--ns", "--show-switch-events", "-F", "tid,pid,time,event"], capture_output=True, text=True).stdout
    switches = re.findall(r"^\s*(-?\d+)/(-?\d+)\s+(\d+)\.(\d+):\s+PERF_RECORD_SWITCH(?:_CPU_WIDE)? (IN|OUT)", text, re.M)
    if not switches:
        skip("switches", "this perf does not print switch records")
        return
    at = {}
    for _, tid, seconds, fraction, way in switches:
        at.setdefault((int(tid), way), set()).add(int(seconds) * 10**9 + int(fraction) - zero)
    rows = [row for row in answer("timeline", symbols, path)["rows"] if (row["tid"], "IN") in at]
    begins = wrong = 0
    for row in rows:
        before = None
        for interval in row["intervals"]:
            runs = interval["state"] in RUNS
            if runs and before is not None and before not in RUNS:
                begins += 1
                wrong += interval["begin"] not in at[row["tid"], "IN"]
            before = interval["state"]
    ok(begins > 20 and wrong == 0, "threads begin to run when perf's switch records say", f"{wrong} of {begins} do not")


def test_wakers(path, symbols):
    """Who ended each sleep: the first sched_waking of the thread in it (perf script), and what perf sched timehist calls an awakening."""
    zero = int(answer("info", path)["details"][0]["header"]["time-zero-ns"])
    text = subprocess.run(["perf", "script", "-i", path, "--ns", "-F", "tid,pid,time,event,trace"], capture_output=True, text=True).stdout
    wakings = {}
    for waker, seconds, fraction, tid in re.findall(r"^\s*-?\d+/(-?\d+)\s+(\d+)\.(\d+):\s+sched:sched_waking:.* pid=(\d+) ", text, re.M):
        wakings.setdefault(int(tid), []).append((int(seconds) * 10**9 + int(fraction) - zero, int(waker)))
    wrong = []
    pairs = set()
    rows = answer("timeline", symbols, path)["rows"]
    for row in rows:
        slept = None
        for interval in row["intervals"]:
            waker = interval.get("waker")
            if interval["state"] not in RUNS + ("wait", "unknown"):
                end = interval["begin"] + interval["length"]
                slept = next(((time, tid) for time, tid in wakings.get(row["tid"], []) if interval["begin"] < time <= end), None)
            elif interval["state"] != "wait":
                slept = None
            if (slept and (waker["time"], waker["tid"])) != slept if waker else slept:
                wrong.append((row["tid"], interval, slept))
            if waker:
                pairs.add((waker["time"], waker["tid"], row["tid"]))
    ok(len(pairs) > 20 and not wrong, f"who ended {len(pairs)} sleeps is who perf script says", wrong[:3])
    history = subprocess.run(["perf", "sched", "timehist", "-i", path, "-w"], capture_output=True, text=True).stdout
    awakened = {(int(seconds) * 10**6 + int(micros), int(a), int(b)) for seconds, micros, a, b in
                re.findall(r"^\s*(\d+)\.(\d+) \[\d+\]\s+.*?\[(\d+)[/\]].*awakened: .*?\[(\d+)[/\]]", history, re.M)}
    if awakened:
        # perf cuts to microseconds
        missing = [pair for pair in pairs if ((pair[0] + zero) // 1000, *pair[1:]) not in awakened]
        equal(missing, [], "each is an awakening of perf sched timehist -w")
    else:
        skip("perf sched timehist", "this perf does not show awakenings")
    # By the program: the holder of the mutex unlocks it (microstates.c, st_mutex_help).
    named = [i["waker"] for row in rows if row["name"] == "mutex" for i in row["intervals"] if i["state"] == "lock" and i.get("waker")]
    ok(named and all(w["how"] == "thread" and w["function"] for w in named), "the wakers of a mutex are threads, in a function", named[:3])


def test_text():
    sample = TESTS.parent / "data/samples/words"
    text = run("timeline", sample).stdout
    ok("U user" in text and any(line.startswith("U" * 3) or "UUU" in line for line in text.splitlines()), "text: a line for each thread", text[:600])
    for option in ("--range=2s..1s", "--range=x", "--buckets=0", "--by=core"):
        equal(run("timeline", option, sample).returncode, 2, f"{option} is refused")
    equal(run("flamegraph", "--by=cpu", sample).returncode, 2, "a flame graph has no CPUs")
    part = answer("timeline", "--filter=TID == 0", sample)
    equal(part["rows"], [], "a filter that leaves nothing leaves no rows")


test_text()
recording = case_path("made/recordings/microstates.dwarf.data")
if recording and shutil.which("perf"):
    test_wakers(recording, f"--symbols={recording.parent}/bin")
elif recording:
    skip("wakers", "perf is not installed")
for name in ("trace", "notrace"):
    recording = case_path(f"made/recordings/microstates.{name}.data")
    if recording:
        test_sums(name, recording, f"--symbols={recording.parent}/bin")
        if shutil.which("perf"):
            test_switches(recording, f"--symbols={recording.parent}/bin")
        else:
            skip("perf script", "perf is not installed")
