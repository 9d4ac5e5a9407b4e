# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the built window share: it as a screen reader and a keyboard have it."""
import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SYSTEM_PYTHON = "/usr/bin/python3"
# What the libraries of this program warn of is no fault of the window.
os.environ.pop("G_DEBUG", None)
try:
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi
except (ImportError, ValueError):
    # Another python stands first on PATH; the system's has GObject introspection.
    if os.path.realpath(sys.executable) != os.path.realpath(SYSTEM_PYTHON) and os.path.exists(SYSTEM_PYTHON):
        os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])
    Atspi = None

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "golden"))
from asc_tap import skip  # noqa: E402

WINDOW = os.environ["ASC_WINDOW"]
WAIT_S = 20
BUTTONS = (Atspi.Role.PUSH_BUTTON, Atspi.Role.TOGGLE_BUTTON) if Atspi else ()


class Window:
    """A running ascribe with its accessible tree."""

    def __init__(self, *arguments):
        self.home = tempfile.mkdtemp()
        env = os.environ | {"XDG_DATA_HOME": self.home, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "ADW_DISABLE_PORTAL": "1",
                            "GSETTINGS_BACKEND": "memory"}
        env.pop("GTK_A11Y", None)
        # Asked before it has its objects on the bus, it is never asked again: then it is started anew and given longer.
        for seconds in (0.5, 2, 5):
            self.process = subprocess.Popen([WINDOW, *map(str, arguments)], env=env, stdout=subprocess.DEVNULL,
                                            stderr=subprocess.PIPE, text=True)
            atexit.register(self.process.kill)
            self.wait(self.find_window)
            time.sleep(seconds)
            self.app = self.wait(self._find_app, WAIT_S / 2)
            if self.app is not None:
                break
            self.process.kill()

    def find_window(self):
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)], capture_output=True,
                               text=True, timeout=10).stdout.split()
        return found[-1] if found else None

    def _find_app(self):
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        for i in range(desktop.get_child_count()):
            app = desktop.get_child_at_index(i)
            if app is not None and app.get_process_id() == self.process.pid and app.get_child_count() > 0:
                return app
        return None

    @staticmethod
    def wait(question, seconds=WAIT_S):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                answer = question()
            except Exception:  # the tree changes while it is read
                answer = None
            if answer:
                return answer
            time.sleep(0.1)
        return None

    def walk(self, node=None, depth=0, max_rows=1000):
        """All nodes in sight; of a table the first @max_rows: each is a dozen calls over the bus."""
        node = node or self.app
        n_rows = 0
        yield node
        if node is not None and depth < 40:
            for i in range(node.get_child_count()):
                child = node.get_child_at_index(i)
                if child is None or not child.get_state_set().contains(Atspi.StateType.VISIBLE):
                    continue
                n_rows += child.get_role() == Atspi.Role.TABLE_ROW
                if n_rows > max_rows:
                    break
                yield from self.walk(child, depth + 1, max_rows)

    def texts(self):
        """Names of all that is there; a label's name is its text."""
        self.app.clear_cache()
        return (node.get_name() or "" for node in self.walk())

    def shows(self, *parts, seconds=WAIT_S):
        """Whether some text holds all @parts."""
        return bool(self.wait(lambda: any(all(part in text for part in parts) for text in self.texts()), seconds))

    def is_pressed(self, name):
        """Whether the toggle button @name is down (4.8 does not tell what a folded pane hides)."""
        self.app.clear_cache()
        return any(node.get_state_set().contains(Atspi.StateType.PRESSED) for node in self.walk()
                   if node.get_role() in BUTTONS and node.get_name() == name)

    def key(self, *keys):
        found = self.find_window()
        if found:
            subprocess.run(["xdotool", "windowfocus", "--sync", found], check=False, timeout=10)
        for key in keys:
            subprocess.run(["xdotool", "key", key], check=True, timeout=10)
            time.sleep(0.2)

    def close(self):
        """Ends it as users do; returns what it wrote to stderr."""
        self.key("ctrl+q")
        try:
            _, errors = self.process.communicate(timeout=WAIT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            _, errors = self.process.communicate()
            errors += "did not end\n"
        shutil.rmtree(self.home, ignore_errors=True)
        # Lines that the libraries write for want of a desktop session.
        noise = ("fd limit", "dconf", "portal", "Gtk-WARNING **: Unable to acquire", "Unable to register")
        return [line for line in errors.splitlines() if line.strip() and not any(word in line for word in noise)]


def is_ready(name):
    """Whether the test can run here; if not a case @name is skipped, with the reason."""
    for need, found in (("a display", os.environ.get("DISPLAY")), ("a session bus", os.environ.get("DBUS_SESSION_BUS_ADDRESS")),
                        ("xdotool", shutil.which("xdotool")), ("gir1.2-atspi-2.0", Atspi)):
        if not found:
            skip(name, f"no {need}")
            return False
    Atspi.init()
    return True
