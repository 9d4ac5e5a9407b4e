#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The built window as a screen reader and a keyboard have it: started as users start it, read through AT-SPI, driven by keys."""
import tempfile
from pathlib import Path

from asc_window import BUTTONS, Atspi, Window, is_ready
from asc_tap import ROOT, ok

FIGURE = ROOT / "data" / "samples" / "figure-2-1.folded"


def is_part(node):
    """Whether it is a part of a control that GTK makes of several: the button of a drop-down, those of a spin button."""
    parent = node.get_parent()
    return parent is not None and parent.get_role() in (Atspi.Role.COMBO_BOX, Atspi.Role.SPIN_BUTTON)


def unnamed(window):
    """Buttons and entries whose name is none or only their type's."""
    roles = (*BUTTONS, Atspi.Role.ENTRY, Atspi.Role.CHECK_BOX, Atspi.Role.COMBO_BOX, Atspi.Role.SPIN_BUTTON, Atspi.Role.SLIDER, Atspi.Role.SWITCH if hasattr(Atspi.Role, "SWITCH") else Atspi.Role.TOGGLE_BUTTON)
    return [f"{node.get_role_name()} {node.get_name()!r}" for node in window.walk(max_rows=24)
            if node.get_role() in roles and node.get_state_set().contains(Atspi.StateType.VISIBLE)
            and not is_part(node) and (not node.get_name() or node.get_name().startswith(("Gtk", "Adw", "Asc")))]


# Figure 2-1 of the Sun Studio manual: exclusive and inclusive of each function; F's rest is G.
FIGURE_ROWS = {"<Total>": (32, 32), "main": (2, 32), "A": (0, 10), "B": (5, 20), "C": (5, 25), "E": (10, 10), "F": (6, 10), "G": (4, 4)}


def test_numbers(window):
    """The table of functions, and C among its callers, number by number."""
    window.key("ctrl+2")
    ok(window.shows("G, samples, Exclusive"), "numbers: the functions are shown")
    rows = [text for text in window.texts() if "Exclusive" in text]
    for name, (exclusive, inclusive) in FIGURE_ROWS.items():
        row = next((row.replace("Exclusive 0,", "Exclusive 0 ,") for row in rows if row.startswith(f"{name}, samples")), "")
        ok(f"Exclusive {exclusive} " in row and f"Inclusive {inclusive} " in row, f"numbers: {name} has {exclusive}/{inclusive}", row)
    window.key("ctrl+f", "shift+c", "Escape", "ctrl+3")
    ok(window.shows("B, samples, Attributed"), "numbers: C is in the center")
    rows = [text for text in window.texts() if "Attributed" in text]
    for name, attributed in (("A", 10), ("B", 15), ("E", 10), ("F", 10)):
        ok(any(row.startswith(f"{name}, samples, Attributed {attributed} ") for row in rows), f"numbers: C and {name} share {attributed}",
           "\n".join(rows))


def test_figure():
    window = Window(FIGURE)
    if not ok(window.app is not None, "figure: the window is in the tree"):
        return
    ok(window.shows("figure-2-1.folded"), "figure: its name is the title")
    ok(window.shows("32 in all"), "figure: the sentence gives the total")
    ok(window.shows("E", "31.25%"), "figure: the hottest function stands in the sentence")
    ok(window.shows("Heaviest stack"), "figure: the details show the heaviest stack")
    names = unnamed(window)
    ok(not names, "figure: every control has a name", "\n".join(names))
    test_numbers(window)
    errors = window.close()
    ok(not errors, "figure: nothing on stderr", "\n".join(errors))


def test_keys():
    window = Window(FIGURE)
    ok(window.shows("32 in all"), "keys: the figure is open")
    window.key("ctrl+2")
    ok(window.shows("<Total>"), "keys: Ctrl+2 shows the functions with <Total>")
    window.key("ctrl+f")
    window.key("m", "a", "i", "n")
    ok(window.shows("1 match"), "keys: Ctrl+F searches")
    window.key("Escape")
    ok(window.shows("main", seconds=5), "keys: the match stays chosen")
    window.key("ctrl+3")
    window.key("alt+Left")
    window.key("ctrl+F9")
    ok(window.wait(lambda: not window.is_pressed("Details")), "keys: Ctrl+F9 hides the details")
    window.key("ctrl+F9")
    ok(window.wait(lambda: window.is_pressed("Details")), "keys: and shows them again")
    window.key("ctrl+question")
    ok(window.shows("Show or hide the views"), "keys: Ctrl+? shows the keys")
    window.key("Escape")
    errors = window.close()
    ok(not errors, "keys: nothing on stderr", "\n".join(errors))


def test_call_graph():
    """Real keys and a real pointer in the call graph; what is chosen is said as it is drawn: exclusive / inclusive."""
    window = Window(FIGURE)
    ok(window.shows("32 in all"), "call graph: the figure is open")
    window.key("ctrl+6")
    ok(window.shows("Call graph, E", "10 / 10"), "call graph: the hottest function is chosen")
    ok(window.shows("Whole Program"), "call graph: all of it is shown")
    # Into the drawing, then along the calls: E, its caller C, then B, main; down the heaviest call; the leaf.
    for _ in range(12):
        if any(node.get_name() and node.get_name().startswith("Call graph, ") and node.get_state_set().contains(Atspi.StateType.FOCUSED) for node in window.walk()):
            break
        window.key("Tab")
    for key, name, numbers in (("Up", "C", "5 / 25"), ("Up", "B", "5 / 20"), ("Up", "main", "2 / 32"), ("Down", "B", "5 / 20"), ("Right", "A", "0 / 10"),
                               ("Home", "main", "2 / 32"), ("End", "E", "10 / 10")):
        window.key(key)
        ok(window.shows(f"Call graph, {name}:", numbers), f"call graph: {key} chooses {name}")
    window.key("ctrl+plus", "ctrl+minus", "ctrl+0", "f", "Up")
    ok(window.shows("Call graph, C:", "5 / 25"), "call graph: C again, after zooming")
    window.key("Return")
    ok(window.shows("Around the Center"), "call graph: Enter puts it in the center")
    window.key("alt+Left")
    ok(window.wait(lambda: any(text.startswith(("Call graph, E:", "Call graph, C:")) for text in window.texts())), "call graph: Alt+Left goes back")
    errors = window.close()
    ok(not errors, "call graph: nothing on stderr", "\n".join(errors))


# What each view says of itself besides its name in the list: a table's title, a drawing's description, a sentence.
VIEWS = (("Overview", "Hottest functions"), ("Functions", "<Total>"), ("Callers–Callees", "Callees"), ("Call Tree", "<Total>"), ("Bottom-Up", "<Total>"), ("Call Graph", "Call graph, "),
         ("Flame Graph", "Flame graph of "), ("Source", ""), ("Disassembly", ""), ("Source/Disassembly", ""), ("Lines", ""), ("PCs", ""), ("Timeline", "Timeline"), ("Threads", "words"))


def test_walk():
    """The views, by the keyboard: each control has a name, and nothing is written to stderr."""
    window = Window(ROOT / "data" / "samples" / "words")
    ok(window.shows("Hottest functions"), "walk: the sample is open")
    shown = set(window.texts())
    views = [view for view in VIEWS if view[0] in shown]
    ok(len(views) >= 11, f"walk: {len(views)} views are listed", str(sorted(shown))[:500])
    window.key("shift+F6", "shift+F6")
    for number, (name, says) in enumerate(views):
        if number < 9:
            window.key(f"ctrl+{number + 1}")
        else:
            # F6 leads from the view to the details and on to the list, whose rows the arrows choose.
            window.key("F6", "F6", "Down")
        ok(window.shows(says or name), f"walk: {name} says what it shows")
    # A view that was shown stays in the tree: all of them are read at once.
    names = unnamed(window)
    ok(not names, "walk: every control of every view has a name", "\n".join(names))
    errors = window.close()
    ok(not errors, "walk: nothing on stderr", "\n".join(errors))


def test_bad_file():
    with tempfile.TemporaryDirectory() as folder:
        bad = Path(folder) / "bad.data"
        bad.write_bytes(b"PERFILE2" + b"\xff" * 200)
        window = Window(bad)
        ok(window.shows("Could not open", "bad.data"), "bad file: a toast says so")
        ok(window.shows("No Experiment Open"), "bad file: the start page stays")
        ok(window.shows("Try the Sample"), "bad file: the sample is offered")
        errors = window.close()
        ok(not errors, "bad file: nothing on stderr", "\n".join(errors))


if is_ready("accessibility"):
    test_figure()
    test_keys()
    test_call_graph()
    test_walk()
    test_bad_file()
