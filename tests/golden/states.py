#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""States of threads: against what the threads of a recorded program measured of themselves, and against each other."""
import json
import shutil
import tempfile
from pathlib import Path

from asc_tap import TESTS, answer, case_path, equal, ok, run

STATES = ("user", "system", "wait", "lock", "textpfault", "datapfault", "owait")
# The names of made/expected/microstates.json.
METRICS = {"user_cpu": "user", "system_cpu": "system", "wait_cpu": "wait", "user_lock": "lock", "text_fault": "textpfault", "data_fault": "datapfault", "other_wait": "owait"}


def threads_of(name, *options):
    path = case_path(f"made/recordings/microstates.{name}.data")
    if path is None:
        return None, None
    return answer("threads", f"--symbols={path.parent}/bin", *options, path)["rows"], json.loads((path.parent.parent / f"expected/microstates.{name}.self.json").read_text())["threads"]


def test_sums(name, rows, truth):
    """The states of a thread are its life; the threads' are <Total>'s; other waits are the sum of their parts."""
    total = rows[0]["values"]
    for metric in (*STATES, "total"):
        ok(sum(row["values"][metric] for row in rows[1:]) == total[metric], f"{name}: threads sum to <Total> in {metric}")
    wrong = [row for row in rows if sum(row["values"][state] for state in STATES) + row["values"]["unknown"] != row["values"]["total"]]
    ok(not wrong, f"{name}: states sum to the life of each thread", wrong[:1])
    for mine in truth:
        life = [row["values"]["total"] for row in rows if row["tid"] == mine["tid"]][0]
        # FORK comes before the first line of the thread's own code, EXIT behind its last: 0.5 %, and that.
        own = mine["end"] - mine["start"]
        ok(-0.001 * own <= life - own <= 0.005 * own + 400000, f"{name}: {mine['name']} {mine['tid']}: life", f"{life} and {own}")


def test_truth(name, rows, truth, known):
    """Each state is right within the tolerance for that scenario, in percent of the thread's life."""
    tolerances = json.loads((case_path("made/expected/microstates.json")).read_text())["threads"]
    for mine in truth:
        values = [row["values"] for row in rows if row["tid"] == mine["tid"]][0]
        life = mine["end"] - mine["start"]
        blocked = life - mine["cpu"] - mine["rqwait"]
        tolerance = tolerances[mine["name"]]["tolerance_percent_of_wall"]
        wanted = {"cpu": mine["cpu"], "wait": mine["rqwait"], "blocked": blocked}
        got = {"cpu": values["totalcpu"], "wait": values["wait"], "blocked": values["total"] - values["totalcpu"] - values["wait"]}
        state = METRICS[mine["state"]]
        if state not in ("user", "system", "wait"):
            wanted[state if known else "owait"] = blocked
            got[state if known else "owait"] = values[state if known else "owait"]
        else:
            wanted[state] = {"user": mine["cpu"], "system": mine["cpu"], "wait": mine["rqwait"]}[state]
            got[state] = values[state]
        errors = {key: (got[key] - wanted[key]) * 100 / life for key in wanted}
        ok(all(abs(error) <= tolerance for error in errors.values()), f"{name}: {mine['name']} {mine['tid']}: within {tolerance} % of its life",
           ", ".join(f"{key} {got[key]} wanted {wanted[key]}: {error:.2f} %" for key, error in errors.items()))


def test_blame(name, truth):
    """The function that waited stands in the stack of at least 99 % of the waits: per thread, by the flat list of one thread's own function."""
    path = case_path(f"made/recordings/microstates.{name}.data")
    rows = {row["name"]: row["inclusive"] for row in answer("functions", f"--symbols={path.parent}/bin", path)["rows"]}
    for mine in truth:
        blocked = mine["end"] - mine["start"] - mine["cpu"] - mine["rqwait"]
        wanted = METRICS[mine["state"]]
        got = rows["st_" + mine["name"]][wanted]
        ok(got >= 0.99 * blocked, f"{name}: st_{mine['name']} is to blame", f"{wanted} {got} of {blocked}")


def test_figures():
    """The kernel's figures stand beside the metrics: the last line of each thread, getrusage for all."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.ascribe"
        path.mkdir()
        shutil.copy(TESTS / "fixtures/perf/tasks.switch.data", path / "perf.data")
        (path / "experiment.json").write_text('{"schema": "ascribe.experiment/1", "state": "complete"}')
        threads = answer("threads", path)["rows"]
        mine = max(threads[1:], key=lambda row: row["values"]["total"])
        line = "t\t{time}\t{pid}\t{tid}\tS\t{user}\t20000000\t1\t0\t{run}\t{wait}\t3\t4\t5\t0\tname\n"
        (path / "statistics.tsv").write_text(
            "ascribe-statistics\t1\n"
            + line.format(time=1000, pid=mine["pid"], tid=mine["tid"], user=10000000, run=5, wait=6)
            + line.format(time=2000, pid=mine["pid"], tid=mine["tid"], user=30000000, run=51000000, wait=7000)
            + line.format(time=2000, pid=999999, tid=999999, user=1, run=1, wait=1)
            + f"u\t3000\t{mine['pid']}\t33000000\t22000000\t1\t0\t100\t0\t0\t7\t8\n")
        rows = answer("statistics", path)["rows"]
    found = {(row["tid"], row["metric"], row["source"]): (row["kernel"], row["value"]) for row in rows}
    total = threads[0]["values"]
    wanted = {(None, "totalcpu", "getrusage"): (55000000, total["totalcpu"]), (None, "user", "getrusage"): (33000000, total["user"]),
              (None, "system", "getrusage"): (22000000, total["system"]), (None, "wait", "schedstat"): (7000, total["wait"])}
    for metric, source, kernel in (("totalcpu", "schedstat", 51000000), ("wait", "schedstat", 7000), ("user", "stat", 30000000), ("system", "stat", 20000000)):
        wanted[mine["tid"], metric, source] = (kernel, mine["values"][metric])
    equal(found, wanted, "statistics: the kernel's figures beside the metrics")
    equal(answer("statistics", TESTS / "fixtures/perf/tasks.fp.data")["rows"], [], "statistics: none were kept")


def test_wakeups():
    """Wakeups recorded of the whole system beside the program (both made at once): the threads that a timer or a third one woke waited for their CPU as long as their own account says."""
    data = case_path("made/recordings/microstates.proc.data")
    waking = case_path("made/recordings/microstates.waking.data")
    if data is None or waking is None:
        return
    mine = json.loads((data.parent.parent / "expected/microstates.proc.self.json").read_text())["threads"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.ascribe"
        path.mkdir()
        shutil.copy(data, path / "perf.data")
        (path / "experiment.json").write_text('{"schema": "ascribe.experiment/1", "state": "complete"}')

        def worst():
            values = {row["tid"]: row["values"] for row in answer("threads", f"--symbols={data.parent}/bin", path)["rows"]}
            return max(abs(values[t["tid"]]["wait"] - t["rqwait"]) * 100 / (t["end"] - t["start"]) for t in mine if t["name"] in ("waitcpu", "kfault", "majflt"))

        alone = worst()
        shutil.copy(waking, path / "wakeups.data")
        beside = worst()
        ok(alone > 1 and beside < 0.1, "wakeups by others: Wait CPU Time within 0.1 % of the thread's life, 1 % without them", f"{alone} {beside}")
        kinds = {d["kind"] for d in answer("info", path)["diagnostics"]}
        ok("wakeups-unreadable" not in kinds, "wakeups by others: read", kinds)
        (path / "wakeups.data").write_bytes(b"PERFILE2" + bytes(200))
        kinds = {d["kind"] for d in answer("info", path)["diagnostics"]}
        ok("wakeups-unreadable" in kinds, "wakeups by others: that they cannot be read is said", kinds)
        ok(worst() == alone, "wakeups by others: without them as if they were not there")


# What info says of each recording, beside what it says of every one.
SAID = {"proc": {"states-frame-pointers"}, "trace": {"states-no-wakeups", "states-frame-pointers"}, "notrace": {"states-no-wakeups", "states-frame-pointers"},
        "dwarf": {"states-no-clock"}, "unprivileged": {"states-unexplained", "states-user-clock", "states-no-wakeups"}}


def test_said(name):
    path = case_path(f"made/recordings/microstates.{name}.data")
    said = {row["kind"] for row in answer("info", f"--symbols={path.parent}/bin", path)["diagnostics"] if row["kind"].startswith("states-")}
    ok(said == SAID[name], f"{name}: what is less than exact is said", said)


def test_sampled():
    """perf record -F, which takes some of the switches: that no states come of them is said, with the command that records each."""
    path = TESTS / "fixtures/perf/sleeps.sampled.data"
    text = run("info", path).stdout
    ok("Switches of threads were sampled, not recorded one by one" in text and "record -c 1 " in text and "-F 2999" not in text.split("Data Quality")[1].split("Only")[0],
       "sampled switches: said, with the command that records each", text)
    ok(not any(m["id"] == "lock" for m in answer("metrics", path)["metrics"]), "sampled switches: no states")


test_sampled()
for recording in ("proc", "trace", "notrace", "dwarf", "unprivileged"):
    found, selves = threads_of(recording)
    if found is None:
        continue
    test_sums(recording, found, selves)
    test_truth(recording, found, selves, recording != "unprivileged")
    test_said(recording)
    if recording == "dwarf":
        test_blame(recording, selves)
test_figures()
test_wakeups()
