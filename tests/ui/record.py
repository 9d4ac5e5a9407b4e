#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A recording made in the window with keys and pointer, from Ctrl+R to what it shows."""
import json
import subprocess
import tempfile
from pathlib import Path

from asc_window import Window, is_ready
from asc_tap import ok, run, skip

COMMAND = "Command with arguments"
FOLDER = "Folder in which it runs"


def find(window, name):
    """What is called @name, and the place of its middle in the dialog."""
    window.app.clear_cache()
    for node in window.walk():
        if node.get_name() == name:
            box = node.get_extents(1)  # of the window
            if box.width > 0:
                return node, (box.x + box.width // 2, box.y + box.height // 2)
    return None


def click(window, name):
    found = window.wait(lambda: find(window, name))
    if found is None:
        return False
    subprocess.run(["xdotool", "mousemove", "--window", window.find_window(), *map(str, found[1]), "click", "1"], check=True, timeout=10)
    return True


def type_text(text):
    subprocess.run(["xdotool", "key", "ctrl+a"], check=True, timeout=10)
    subprocess.run(["xdotool", "type", "--delay", "20", text], check=True, timeout=60)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        probe = run("record", "-q", f"--output={folder}/probe.ascribe", "--", "true")
        if probe.returncode != 0:
            skip("record", "perf may not record here: " + probe.stderr.strip())
            return
        window = Window()
        window.key("ctrl+r")
        ok(window.shows("What perf Is Told"), "Ctrl+R opens the dialog")
        window.key()
        ok(click(window, COMMAND), "the command's entry takes a click")
        type_text("sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'")
        ok(click(window, FOLDER), "and the folder's")
        type_text(str(folder))
        ok(window.shows("perf.data -- sh -c", "lt 300000"), "what perf is told follows what is typed")
        window.key("Return")
        path = folder / "sh.ascribe"
        ok(window.wait(lambda: json.loads((path / "experiment.json").read_text())["state"] == "complete", 60), "Enter records")
        ok(window.shows("sh.ascribe", seconds=60) and window.shows("Total CPU Time"), "what was recorded is shown")
        errors = window.close()
        ok(not errors, "nothing on stderr", "\n".join(errors))


if is_ready("record"):
    main()
