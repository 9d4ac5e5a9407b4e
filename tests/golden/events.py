#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Events and summed periods of recordings from many kernels, as `info` tells them, against those of other tools."""
import csv

from asc_tap import answer, case_path, equal, ok, run


def check_file(path, wanted):
    info = answer("info", path)
    kinds = {kind["id"]: (kind["n_events"], kind["sum"]) for kind in info["details"][0]["kinds"]}
    equal({name: value for name, value in kinds.items() if value[0] > 0}, wanted, f"{path.name}: events and sums")
    events = info["events"]
    equal(events["read"], events["shown"] + sum(skipped["count"] for skipped in events["skipped"]), f"{path.name}: read = shown + skipped")
    totals = {metric["id"]: (metric["n_events"], metric["total"]) for metric in info["metrics"]}
    ok(all(totals[name] == value for name, value in kinds.items()), f"{path.name}: each kind is a metric", f"{totals}\n{kinds}")


def test_expected():
    table = case_path("public/perf/EXPECTED.tsv")
    if table is None:
        return
    wanted = {}
    with table.open() as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            wanted.setdefault(row["file"], {})[row["event"]] = (int(row["samples"]), int(row["sum_of_periods"]))
    for name, events in wanted.items():
        check_file(table.parent / name, events)


def test_magic():
    folder = case_path("public/perf/magic")
    if folder is None:
        return
    for name in ("perf.data.true.v2", "perf.data.true.v2.gz"):
        equal(run("info", folder / name).returncode, 0, f"magic: {name} opens")
    for name, what in (("perf.data.true.v1", "V1 perf data"), ("perf.data.broken.gz", ""), ("true.perfparser", ""), ("true.perfparser.xz", "")):
        result = run("info", folder / name)
        lines = result.stderr.splitlines()
        ok(result.returncode == 1 and len(lines) == 1 and name in lines[0] and what in lines[0], f"magic: {name} is refused in one line", result.stderr)


test_expected()
test_magic()
