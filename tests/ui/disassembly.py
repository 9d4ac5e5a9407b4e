#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The views Disassembly and PCs: every number on screen against the command line's, whose instructions are objdump's."""
import re
import subprocess

from asc_window import Window, is_ready
from asc_tap import ROOT, answer, ok

WORDS = ROOT / "data" / "samples" / "words"
APP = "io.github.ascribe_profiler.Ascribe"
FUNCTION = "table_find"  # the hottest of the sample: chosen at first


def instruction_rows(window):
    """Text and exclusive seconds of the instructions that are on screen; a line of source among them has no number."""
    found = (re.match(r"(.*?), Total CPU Time, Exclusive, s (\S+) ?(\S*%)?", text) for text in window.texts())
    return [(match[1], match[2].rstrip(",")) for match in found if match and match[2].rstrip(",")]


def seconds(ns):
    return "0" if ns == 0 else f"{ns / 1e9:.3f}"


def test_disassembly(window, code):
    wanted = {(i["text"].replace("\t", " "), seconds(i["exclusive"]["totalcpu"])) for i in code["instructions"]}
    hottest = max(code["instructions"], key=lambda i: i["exclusive"]["totalcpu"])
    window.key("shift+Return")
    ok(window.shows(hottest["text"], seconds(hottest["exclusive"]["totalcpu"])), "disassembly: opens at the hottest instruction")
    rows = instruction_rows(window)
    ok(len(rows) >= 10, f"disassembly: {len(rows)} instructions are on screen")
    ok(set(rows) <= wanted, "disassembly: each as ascribe-cli has it", f"{set(rows) - wanted}")
    calls = sum("call" in i["text"] for i in code["instructions"])
    window.key("ctrl+f", *"call")
    ok(window.shows(f"{calls} matches"), f"disassembly: Ctrl+F finds the {calls} calls")
    window.key("Escape")


def test_pcs(window, code):
    """Below the ninth view there are no keys: it is chosen as a menu would."""
    hottest = max(code["instructions"], key=lambda i: i["exclusive"]["totalcpu"])
    name = f"{FUNCTION} + {hottest['address'] - code['address']:#x}"
    subprocess.run(["gdbus", "call", "--session", "--dest", APP, "--object-path", f"/{APP.replace('.', '/')}/window/1", "--method", "org.gtk.Actions.Activate", "view", "[<'pcs'>]", "{}"],
                   check=True, stdout=subprocess.DEVNULL, timeout=20)
    ok(window.shows(name, seconds(hottest["exclusive"]["totalcpu"])), f"PCs: {name} has the time of its instruction")


def main():
    code = answer("disasm", FUNCTION, WORDS)["rows"][0]
    window = Window(WORDS)
    ok(window.shows(FUNCTION), "the sample is open")
    test_disassembly(window, code)
    test_pcs(window, code)
    errors = window.close()
    ok(not errors, "nothing on stderr", "\n".join(errors))


if is_ready("disassembly"):
    main()
