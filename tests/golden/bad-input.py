#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is no experiment, or only part of one: one line on standard error and exit status 1; a wrong command line: 2."""
import os
import re
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

from asc_tap import CLI, ROOT, TESTS, equal, ok, run, skip

SAMPLE = ROOT / "data" / "samples" / "figure-2-1.folded"
WORDS = ROOT / "data" / "samples" / "words" / "perf.data"


def refused(path, name, status=1, **options):
    result = run("functions", path, **options)
    lines = result.stderr.splitlines()
    ok(result.returncode == status and result.stdout == "" and len(lines) == 1, f"{name}: one line, exit status {status}",
       f"status {result.returncode}\n{result.stderr}{result.stdout[:300]}")
    ok(bool(lines) and lines[0].startswith(f"ascribe-cli: {path}"), f"{name}: the line names the file", result.stderr)
    return lines[0] if lines else ""


def test_files(folder):
    (folder / "empty").write_bytes(b"")
    (folder / "text").write_text("It was a dark and stormy night.\nNo numbers here.\n")
    (folder / "zeros").write_bytes(bytes(100_000))
    (folder / "binary").write_bytes(Path("/bin/true").read_bytes())
    (folder / "head").write_bytes(WORDS.read_bytes()[:60])
    (folder / "folder").mkdir()
    (folder / "almost").mkdir()
    (folder / "almost" / "header").write_bytes(b"PERFILE2")
    for name in ("empty", "text", "zeros", "binary", "head", "folder", "almost"):
        line = refused(folder / name, name)
        if name in ("empty", "text", "zeros", "head"):
            ok(re.search(r"at byte \d+", line), f"{name}: the line says at which byte", line)
    refused(folder / "missing", "a file that is not there")
    refused(Path("/dev/zero"), "/dev/zero", timeout=10)
    refused(Path("/dev/null"), "/dev/null", timeout=10)


def test_permission(folder):
    path = folder / "secret"
    path.write_bytes(SAMPLE.read_bytes())
    path.chmod(0)
    if os.getuid() != 0:
        refused(path, "no permission")
        return
    if shutil.which("setpriv") is None:
        skip("no permission", "root may read everything, and there is no setpriv")
        return
    folder.chmod(0o755)
    result = subprocess.run(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", CLI, "functions", path],
                            capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if "setpriv" in result.stderr:
        skip("no permission", "setpriv may not run the program: " + result.stderr.strip())
        return
    ok(result.returncode == 1 and len(result.stderr.splitlines()) == 1 and str(path) in result.stderr, "no permission: one line", result.stderr)


def test_fifo(folder):
    path = folder / "fifo"
    os.mkfifo(path)
    for content, status in ((SAMPLE.read_bytes(), 0), (b"nothing\n", 1)):
        writer = threading.Thread(target=path.write_bytes, args=(content,))
        writer.start()
        result = run("functions", path, timeout=20)
        writer.join()
        equal(result.returncode, status, f"a FIFO: exit status {status}")


def test_cut_off(folder):
    """Cut anywhere, a recording opens as far as it goes or is refused; nothing else."""
    for whole in (WORDS, SAMPLE):
        data = whole.read_bytes()
        path = folder / "cut"
        for size in sorted({len(data) * i // 24 for i in range(1, 24)} | {7, 8, 103, 104, 105, len(data) - 1}):
            path.write_bytes(data[:size])
            result = run("info", path, timeout=20)
            lines = result.stderr.splitlines()
            good = result.returncode == 0 and result.stdout or result.returncode == 1 and len(lines) == 1 and not result.stdout
            ok(good, f"{whole.name} cut at byte {size}", f"status {result.returncode}\n{result.stderr}")


def test_usage(folder):
    for arguments in ([], ["nonsense", SAMPLE], ["functions"], ["functions", "--nonsense", SAMPLE], ["functions", "--format=pages", SAMPLE], ["timeline", "--format=html", SAMPLE],
                      ["functions", "--limit=-1", SAMPLE], ["functions", "--limit=x", SAMPLE], ["functions", "--threads=0", SAMPLE],
                      ["functions", "--metrics=e.nonsense", SAMPLE], ["functions", "--metrics=", SAMPLE], ["functions", "--sort=samples", SAMPLE],
                      ["functions", "--metrics=a.samples", SAMPLE], ["functions", "--inverted", SAMPLE], ["info", "--limit=3", SAMPLE],
                      ["callers-callees", "--function=nonsense", SAMPLE], ["calltree", "--sort=name", SAMPLE], ["source", SAMPLE], ["disasm", SAMPLE], ["threads", "--metrics=size", SAMPLE],
                      ["functions", f"--symbols={folder}/nonsense", SAMPLE], ["functions", f"--sysroot={folder}/nonsense", SAMPLE]):
        result = run(*arguments)
        words = " ".join(str(getattr(argument, "name", argument)) for argument in arguments)
        ok(result.returncode == 2 and result.stdout == "" and len(result.stderr.splitlines()) == 1, f"usage: “{words}”", result.stderr)
    copy = folder / "copy.folded"
    shutil.copy(SAMPLE, copy)
    equal(run("functions", f"--output={copy}", copy).returncode, 2, "--output is the experiment: refused")
    equal(copy.read_bytes(), SAMPLE.read_bytes(), "--output is the experiment: it stays as it was")
    equal(run("functions", SAMPLE, folder / "missing").returncode, 1, "one of two experiments is not there")


def test_output(folder):
    if os.access("/dev/full", os.W_OK):
        for output in (["--output=/dev/full"], []):
            with open("/dev/full", "w") as full:
                result = run("functions", SAMPLE, *output, capture_output=False, stdout=full, stderr=subprocess.PIPE)
            ok(result.returncode == 1 and len(result.stderr.splitlines()) == 1, "a full disk is an error", result.stderr)
    read, write = os.pipe()
    os.close(read)
    result = run("functions", SAMPLE, capture_output=False, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    equal((result.returncode, result.stderr), (1, ""), "a broken pipe ends it without a word")
    refused_output = run("functions", SAMPLE, f"--output={folder / 'no' / 'such'}")
    equal(refused_output.returncode, 1, "--output that cannot be made")
    path = folder / "out.json"
    equal(run("functions", "--format=json", SAMPLE, f"--output={path}").stdout, "", "--output: nothing on standard output")
    equal(path.read_text(), run("functions", SAMPLE, "--format=json").stdout, "--output: the same answer")


with tempfile.TemporaryDirectory() as name:
    scratch = Path(name)
    test_files(scratch)
    test_permission(scratch)
    test_fifo(scratch)
    test_cut_off(scratch)
    test_usage(scratch)
    test_output(scratch)
