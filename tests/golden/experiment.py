#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies beside a recording in an experiment of ours and is merged with it: wakeups by others, as perf script has them, and what was looked up in /proc."""
import re
import shutil
import subprocess

from asc_tap import TESTS, answer, equal, skip

FOLDER = TESTS / "fixtures" / "experiment" / "merged.ascribe"


def script(member, *options):
    return subprocess.run(["perf", "script", "-i", FOLDER / member, *options], capture_output=True, text=True, check=True).stdout


def main():
    events = {m["id"]: m["total"] for m in answer("metrics", FOLDER)["metrics"]}
    lines = [line.split("\t") for line in (FOLDER / "waits.tsv").read_text().splitlines()]
    equal(events["sampled-reasons"], sum(int(line[4]) for line in lines if line[0] == "w"), "each look at a thread counts")
    sums = {}
    for line in lines:
        if line[0] == "d":
            sums[line[2]] = int(line[3])
    first = next(line for line in lines if line[0] == "d")
    # The first thread was there when it began: its first sum is where it begins to count.
    equal(events["sampled-delays"], sum(sums.values()) - int(first[3]), "what threads waited for a processor in the kernel's sums")
    if shutil.which("perf") is None:
        skip("wakeups", "there is no perf to compare with")
        return
    rows = re.findall(r"^ *(\d+) +([\d.]+):", script("perf.data", "--ns", "--show-task-events", "--show-switch-events", "-F", "tid,time"), re.MULTILINE)
    own = {int(tid) for tid, _ in rows} - {0}
    begin = min(float(time) for tid, time in rows if float(time) > 0)
    wakes = re.findall(r"^ *(\d+) +([\d.]+): .*sched_waking:.* pid=(\d+) ", script("wakeups.data", "--ns", "-F", "tid,time,event,trace"), re.MULTILINE)
    wanted = sum(int(woken) in own and int(waker) not in own and float(time) >= begin for waker, time, woken in wakes)
    equal(events["outside-wakeups"], wanted, "wakeups of its threads by others, as perf script has them")


main()
