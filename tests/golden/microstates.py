#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""States of threads in a recording made anew, against what the threads of the recorded program measured of themselves.

The program (microstates.c of the cases) runs its scenarios one after the other, each in a thread of its own. What a live recording shows depends on the rest of the machine: where a scenario
is outside its tolerance it is recorded again by itself, at most TRIES times in all; once inside is right, and up to STRAYS of them that never were are
skipped with their figures (recordings that are kept are judged strictly by states.py). What must hold whatever else runs (the states of a thread are its life, threads sum
to <Total>) is asked of every recording."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from asc_tap import answer, case_path, ok, run, skip

TRIES = 4
# A virtual machine whose processors or disk are taken away meanwhile cannot be told from a fault by one scenario, but a fault shows in more than these.
STRAYS = 2
STATES = ("user", "system", "wait", "lock", "textpfault", "datapfault", "owait", "unknown")
METRICS = {"user_cpu": "user", "system_cpu": "system", "wait_cpu": "wait", "user_lock": "lock", "text_fault": "textpfault", "data_fault": "datapfault", "other_wait": "owait"}
# Those behind these wait for a disk, which a file system in memory never does.
SCENARIOS = ("user", "system", "sleep", "mutex", "condvar", "futex", "waitcpu", "minflt", "stopped", "poll", "pipe")
DISK = ("majflt", "text", "kfault", "directio", "fsync")
# Shares of a thread's life.
LIFE = 0.005
BLAMED = 0.99
# FORK comes before the first line of a thread's own code, EXIT behind its last.
LIFE_SLACK_NS = 1_000_000


def build(folder, source):
    subprocess.run(["cc", "-O1", "-g", "-fno-omit-frame-pointer", "-o", folder / "microstates", source, "-lpthread"], check=True)
    (folder / "data").write_bytes(os.urandom(32 << 20))
    subprocess.run([sys.executable, source.parent.parent / "scripts/mkbigtext.py", folder / "text.s"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cc", "-shared", "-nostdlib", "-o", folder / "text.so", folder / "text.s"], check=True)
    subprocess.run(["sync", folder / "data", folder / "text.so"], check=True)


def has_disk(folder):
    kind = subprocess.run(["stat", "-f", "-c", "%T", folder], capture_output=True, text=True).stdout.strip()
    return kind not in ("tmpfs", "ramfs", "overlayfs", "")


def record(folder, scenarios, number):
    """The threads as recorded and as they saw themselves, and the functions."""
    path = folder / f"{number}.ascribe"
    truth = folder / f"{number}.json"
    result = run("record", "-q", "--states", "--page-faults", "--frequency=2000", f"--output={path}", "--", folder / "microstates", truth, folder / "data", folder / "text.so", *scenarios)
    if result.returncode != 0:
        return path, None, result.stderr
    return path, json.loads(truth.read_text())["threads"], result.stderr


def check_sums(path):
    rows = answer("threads", path)["rows"]
    total = rows[0]["values"]
    ok(all(sum(row["values"][metric] for row in rows[1:]) == total[metric] for metric in (*STATES, "total")), "threads sum to <Total> in every state")
    wrong = [row for row in rows if sum(row["values"][state] for state in STATES) != row["values"]["total"]]
    ok(not wrong, "the states of each thread sum to its life", wrong[:1])
    return {row["tid"]: row["values"] for row in rows}


def judge(path, mine, values, expected):
    """What is wrong with the thread @mine, or None."""
    life = mine["end"] - mine["start"]
    blocked = life - mine["cpu"] - mine["rqwait"]
    state = METRICS[mine["state"]]
    if not -0.001 * life <= values["total"] - life <= LIFE * life + LIFE_SLACK_NS:
        return f"its life is {values['total']}, it saw {life}"
    wanted = {"totalcpu": mine["cpu"], "wait": mine["rqwait"]}
    if state in ("user", "system"):
        wanted[state] = mine["cpu"]
    elif state != "wait":
        wanted[state] = blocked
    errors = {key: (values[key] - wanted[key]) * 100 / life for key in wanted}
    tolerance = expected["tolerance_percent_of_wall"]
    if any(abs(error) > tolerance for error in errors.values()):
        return ", ".join(f"{key} {values[key]} wanted {wanted[key]}: {error:.2f} %" for key, error in errors.items())
    if state not in ("user", "system", "wait"):
        rows = {row["name"]: row["inclusive"] for row in answer("functions", f"--filter=tid == {mine['tid']}", path)["rows"]}
        blamed, waited = rows.get(expected["function"], {}).get(state, 0), rows["<Total>"][state]
        if blamed < BLAMED * waited:
            return f"{expected['function']} has {blamed} of {waited} ns of {state}"
    return None


def main():
    source = case_path("made/src/microstates.c")
    if source is None:
        return
    if shutil.which("cc") is None:
        skip("microstates", "no compiler")
        return
    expected = json.loads(case_path("made/expected/microstates.json").read_text())["threads"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        build(folder, source)
        wrong = {}
        asked = SCENARIOS + (DISK if has_disk(folder) else ())
        left = asked
        for number in range(TRIES):
            path, truth, errors = record(folder, left, number)
            if truth is None:
                skip("microstates", "perf may not record here: " + errors.strip())
                return
            if not any("sched:sched_switch" in word for word in json.loads((path / "experiment.json").read_text())["recordings"][0]["arguments"]):
                skip("microstates", "no tracepoints for this user")
                return
            values = check_sums(path)
            found = {mine["name"]: problem for mine in truth if (problem := judge(path, mine, values[mine["tid"]], expected[mine["name"]]))}
            wrong |= found
            left = tuple(found)
            shutil.rmtree(path)
            if not left:
                break
        for scenario in asked:
            if scenario in left and len(left) <= STRAYS:
                skip(f"{scenario}: outside its tolerance in each of {TRIES} recordings", wrong[scenario])
                continue
            ok(scenario not in left, f"{scenario}: every state within {expected[scenario]['tolerance_percent_of_wall']} % of the thread's life, life within 0.5 %, st_{scenario} to blame", wrong.get(scenario))


if __name__ == "__main__":
    main()
