#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""States of threads as a user sees them who may not look into the kernel (kernel.perf_event_paranoid 2, no tracepoints), against what the threads measured of themselves.

Times on the CPU, waiting for one and blocked are right; why a thread is blocked was looked up in /proc and is said to be so. As in microstates.py, a scenario that is outside its tolerance is
recorded again by itself. Root raises the level for as long as this runs."""
import contextlib
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import microstates
from asc_tap import CLI, answer, case_path, equal, ok, skip

LEVEL = Path("/proc/sys/kernel/perf_event_paranoid")
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
BLOCKED = ("lock", "textpfault", "datapfault", "owait")
# Percent of a thread's life; where user and system are counted in ticks, one of them besides.
TOLERANCE = 2
TICK_NS = 4_000_000
# Of the blocked time of a thread, so much has the right reason.
EXPLAINED = 0.95
# Nothing but system calls and page faults, of which each thread measures how long they took.
CALLS = ("majflt", "kfault", "directio", "fsync")
METRICS = {"sleep": "sleep", "mutex": "lock", "condvar": "lock", "futex": "lock", "stopped": "stop", "poll": "sleep", "pipe": "sleep"}


@contextlib.contextmanager
def raised_level():
    """kernel.perf_event_paranoid at 2 at least, one test at a time, and as it was afterwards, also when the test is told to end."""
    with open(LEVEL) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        level = int(LEVEL.read_text())
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        try:
            if level < 2:
                LEVEL.write_text("2")
            yield max(level, 2)
        finally:
            if level < 2:
                LEVEL.write_text(str(level))


def record(folder, scenarios, number):
    path = folder / f"{number}.ascribe"
    truth = folder / f"{number}.json"
    command = [*NOBODY, CLI, "record", "-q", "--states", "--page-faults", "--frequency=2000", f"--output={path}", "--", folder / "microstates", truth, folder / "data", folder / "text.so", *scenarios]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, env=os.environ | {"HOME": str(folder)})
    return path, json.loads(truth.read_text())["threads"] if result.returncode == 0 else None, result.stderr


def dup_user_ns(mine):
    """The time in user mode: what was not spent in the calls of a scenario that does nothing else. The kernel's own figure is worse: it counts ticks (of 4 ms), which keep step with the disk."""
    return min(1000 * mine["user_us"], mine["end"] - mine["start"] - mine["call"]) if mine["name"] in CALLS else 1000 * mine["user_us"]


def judge(mine, values):
    """What is wrong with the thread @mine, or None."""
    life = mine["end"] - mine["start"]
    blocked = life - mine["cpu"] - mine["rqwait"]
    got = {key: values[key] for key in ("totalcpu", "wait", "user", "system")} | {"blocked in all": sum(values[key] for key in BLOCKED)}
    wanted = {"totalcpu": mine["cpu"], "wait": mine["rqwait"], "blocked in all": blocked, "user": dup_user_ns(mine), "system": mine["cpu"] - dup_user_ns(mine)}
    wrong = [f"{key} {got[key]} wanted {wanted[key]} of {life}" for key in wanted
             if abs(got[key] - wanted[key]) > TOLERANCE / 100 * life + (TICK_NS if key in ("user", "system") and mine["name"] not in CALLS else 0)]
    metric = METRICS.get(mine["name"])
    if metric is not None and values[metric] < EXPLAINED * blocked:
        wrong.append(f"{metric} {values[metric]} of {blocked} blocked")
    return "; ".join(wrong) or None


def check_said(path, errors):
    """It is said what is looked up, how often and at what cost."""
    info = answer("info", path)
    kinds = {d["kind"]: d["text"] for d in info["diagnostics"] + info.get("profile_diagnostics", [])}
    text = subprocess.run([CLI, "info", path], capture_output=True, text=True).stdout
    ok("looked up in /proc" in text, "info says that reasons were looked up", text)
    ok("as the kernel charged it" in text, "info says where time on a processor is from", text)
    ok("from the kernel's sums" in text, "info says where waiting for a processor is from", text)
    ok("looked up some hundred times a second" in errors or any("looked up some hundred times" in t for t in kinds.values()), "and the recorder did", f"{errors} {kinds}")
    cost = next((line for line in text.splitlines() if "% of a CPU" in line), "")
    ok(" Hz, " in cost and float(cost.split(" Hz, ")[1].split()[0]) < 8, "what it costs is measured, and bounded", cost)


def check(folder):
    asked = microstates.SCENARIOS + (microstates.DISK if microstates.has_disk(folder) else ())
    left = asked
    wrong = {}
    for number in range(microstates.TRIES):
        path, truth, errors = record(folder, left, number)
        if truth is None:
            skip("unprivileged", "perf may not record here: " + errors.strip())
            return
        values = microstates.check_sums(path)
        if number == 0:
            check_said(path, errors)
        found = {mine["name"]: problem for mine in truth
                 if (problem := judge(mine, values[mine["tid"]]))}
        wrong |= found
        left = tuple(found)
        shutil.rmtree(path)
        if not left:
            break
    for scenario in asked:
        ok(scenario not in left, f"{scenario}: CPU time, wait CPU, blocked, user and system are right, and the reason where it can be had", wrong.get(scenario))


def main():
    source = case_path("made/src/microstates.c")
    if source is None:
        return
    if os.getuid() != 0 or shutil.which("setpriv") is None or shutil.which("cc") is None:
        skip("unprivileged", "needs root, setpriv and a compiler")
        return
    if subprocess.run([*NOBODY, CLI, "--version"], capture_output=True).returncode != 0:
        skip("unprivileged", "another user may not run the program where it lies")
        return
    with tempfile.TemporaryDirectory() as name, raised_level():
        folder = Path(name).resolve()
        microstates.build(folder, source)
        # Others may read and write there.
        for path in (folder, folder / "data"):
            path.chmod(0o777)
        check(folder)


if __name__ == "__main__":
    main()
