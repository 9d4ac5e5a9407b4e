#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of every view in every language, light and dark, and with large text: they exist, are not blank, and differ from language to language."""
import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "golden"))
from asc_tap import ROOT, equal, ok, skip  # noqa: E402

# The list that the views are made from; a view's id is its name there.
VIEWS = re.findall(r"'([a-z-]+)'", (ROOT / "src/ui/views/meson.build").read_text().partition("]")[0])
# The sample was recorded without what `perf stat` counts.
MAY_BE_HIDDEN = {"statistics"}
PICTURES = ["start", *VIEWS, "metric-menu", "data-quality", "search", "narrow"]
LANGUAGES = ["en"] + ((ROOT / "po/LINGUAS").read_text().split() if (ROOT / "po/LINGUAS").exists() else [])
WINDOW = os.environ["ASC_WINDOW"]


def pixels(path):
    """(width, height, number of different four-byte groups in the picture's filtered bytes): a blank one has a handful."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += size + 12
    raw = zlib.decompress(packed)
    return width, height, len({raw[i:i + 4] for i in range(0, len(raw), 4)})


def take(language, style, folder, *options):
    env = os.environ | {
        "LC_ALL": "C.UTF-8", "LANGUAGE": language, "PANGO_LANGUAGE": language, "GTK_A11Y": "none", "ADW_DEBUG_COLOR_SCHEME": f"prefer-{style}", "ADW_DISABLE_PORTAL": "1",
        "GSETTINGS_BACKEND": "memory", "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
        "TEXTDOMAINDIR": str(Path(WINDOW).parent.parent.parent / "po"),
    }
    return subprocess.run([WINDOW, *options, "--screenshots", folder, ROOT / "data" / "samples" / "words"], env=env, capture_output=True,
                          text=True, timeout=200)


def main():
    if not os.environ.get("DISPLAY"):
        skip("screenshots", "no display")
        return
    pictures = {}
    with tempfile.TemporaryDirectory() as out:
        for language in LANGUAGES:
            for style in ("light", "dark") if language == "en" else ("light",):
                folder = Path(out) / f"{language}-{style}"
                folder.mkdir()
                result = take(language, style, folder)
                if not equal(result.returncode, 0, f"screenshots: {language}, {style}"):
                    print("#", *result.stderr.splitlines()[-10:], sep="\n# ")
                for name in PICTURES:
                    path = folder / f"{name}.png"
                    if name in MAY_BE_HIDDEN and not path.exists():
                        continue
                    if not ok(path.exists(), f"screenshots: {language}, {style}, {name}: is there", os.listdir(folder)):
                        continue
                    width, height, kinds = pixels(path)
                    ok(width >= 500 and height >= 600 and kinds > 300, f"screenshots: {language}, {style}, {name}: not blank",
                       f"{width} x {height}, {kinds} kinds of pixels")
                    pictures[language, style, name] = path.read_bytes()
    with tempfile.TemporaryDirectory() as out:
        equal(take("es", "light", Path(out), "--text-scale=2").returncode, 0, "screenshots: es, 200 %")
        for name in ("overview", "functions", "narrow"):
            path = Path(out) / f"{name}.png"
            ok(path.exists() and path.read_bytes() != pictures["es", "light", name], f"screenshots: {name}: large text differs")
    for view in VIEWS:
        if view in MAY_BE_HIDDEN and ("en", "light", view) not in pictures:
            continue
        ok(pictures.get(("en", "light", view)) != pictures.get(("en", "dark", view)), f"screenshots: {view}: dark differs")
        seen = {pictures.get((language, "light", view)) for language in LANGUAGES}
        equal(len(seen), len(LANGUAGES), f"screenshots: {view}: each language differs")


main()
