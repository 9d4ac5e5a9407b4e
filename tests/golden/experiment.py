#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies beside a recording in an experiment of ours and is merged with it: wakeups by others, as perf script has them, and what was looked up in /proc."""
import re
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

from asc_tap import TESTS, answer, equal, ok, skip

FOLDER = TESTS / "fixtures" / "experiment" / "merged.ascribe"


def script(member, *options):
    return subprocess.run(["perf", "script", "-i", FOLDER / member, *options], capture_output=True, text=True, check=True).stdout


def kinds_with(folder, lines):
    """What is found in the experiment with these lines of statistics: kind -> count."""
    (folder / "statistics.tsv").write_text("\n".join(["ascribe-statistics\t1", *("\t".join(map(str, line)) for line in lines)]) + "\n")
    return {d["kind"]: d["count"] for d in answer("info", folder)["diagnostics"]}


def test_clocks(folder):
    """Typed: a clock that went 250 parts in a million too fast and a date set once, and two of three processors whose frequency changed, one of them by less than a tenth."""
    second = 1_000_000_000
    shutil.copytree(FOLDER, folder)
    even = [("k", i * second, 1000 * second + i * second, i * second) for i in range(9)]
    equal({"clock-slewed", "clock-set", "frequency-changed"} & set(kinds_with(folder, even)), set(), "even clocks are not spoken of")
    odd = [("k", i * second, 1000 * second + i * second + (second if i > 4 else 0), int(i * second * (1 - 250e-6))) for i in range(9)]
    found = kinds_with(folder, odd + [("f", 1, 0, 3_000_000), ("f", 2, 1, 3_000_000), ("f", 3, 0, 2_900_000), ("f", 4, 1, 800_000), ("f", 5, 2, 1_000_000)])
    equal([found.get(kind) for kind in ("clock-slewed", "clock-set", "frequency-changed")], [250, 1, 1], "adjusted and set clocks, and frequencies that changed, are")
    last = [("k", -(2**63), 2**63 - 1, -(2**63)), ("k", 2**63 - 1, 5, 7), ("f", 0, -1, 2**63 - 1)]
    ok(isinstance(kinds_with(folder, last), dict), "numbers without sense do no harm")



def test_charges(folder, tid):
    """Typed: what the kernel charged a thread that was there before with (its first sum is where it begins to count), and a number that a second thread takes over."""
    shutil.copytree(FOLDER, folder)
    last = max(int(line.split("\t")[1]) for line in (folder / "waits.tsv").read_text().splitlines()[1:])
    with open(folder / "waits.tsv", "a") as file:
        for i, run in enumerate((1000, 1500, 4000, 300)):
            file.write(f"r\t{last + i}\t{tid}\t{run}\n")
    events = {m["id"]: m["total"] for m in answer("metrics", folder)["metrics"]}
    equal(events["sampled-charges"], 3000, "what a thread was charged with since the first look")



def test_lost(folder):
    """A record of losses in place of another one: wakeups that were lost are said, as many as the record tells."""
    shutil.copytree(FOLDER, folder)
    data = bytearray((folder / "wakeups.data").read_bytes())
    at, size = struct.unpack_from("<QQ", data, 40)
    end = at + size
    while at < end:
        kind, _, length = struct.unpack_from("<IHH", data, at)
        if kind == 3 and length >= 32:  # PERF_RECORD_COMM
            struct.pack_into("<IHHQQ", data, at, 2, 0, length, 0, 77)
            break
        at += length
    (folder / "wakeups.data").write_bytes(data)
    found = {d["kind"]: d["count"] for d in answer("info", folder)["diagnostics"]}
    equal(found.get("wakeups-lost"), 77, "wakeups that were lost are said")


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
    with tempfile.TemporaryDirectory() as name:
        test_clocks(Path(name) / "made.ascribe")
        test_lost(Path(name) / "lost.ascribe")
        test_charges(Path(name) / "charged.ascribe", first[2])
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
