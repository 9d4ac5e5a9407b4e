#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`ascribe-cli record`: real recordings, what goes wrong with them, and what is said then."""
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from asc_tap import CLI, answer, equal, ok, run, skip
from unprivileged import raised_level

SPIN = "import time\nwhile time.process_time() < {}: pass\n"
# A program that stops itself, is woken by its child, and works then.
STOPPED = """
import os, signal, time
parent = os.getpid()
if os.fork() == 0:
    time.sleep(0.3)
    os.kill(parent, signal.SIGCONT)
    os._exit(0)
os.kill(parent, signal.SIGSTOP)
while time.process_time() < 0.4: pass
os.wait()
"""


def python(text):
    return [sys.executable, "-c", text]


def spin(seconds):
    return python(SPIN.format(seconds))


def record(*arguments, command=("true",), **options):
    return run("record", *arguments, "--", *command, **options)


def cpu_ns(path):
    """What the recording says of the time on the CPU."""
    return next(m["total"] for m in answer("metrics", path)["metrics"] if m["id"] == "totalcpu")


def kinds(path):
    return {d["kind"] for d in answer("info", path)["diagnostics"]}


def children(pid):
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(c) for c in path.read_text().split()] if path.exists() else []


def comm(pid):
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return None


def wait_for(condition, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    return None


def is_gone(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] in "ZX"
    except OSError:
        return True


def test_help():
    equal(run("--help", "record").stdout, run("record", "--help").stdout, "--help record is record --help")
    ok("--states" in run("--help", "record").stdout, "--help record: its options")


def test_usage():
    for arguments, words in (([], "no command"), (["--frequency=0", "--", "true"], "--frequency"), (["--stacks=x", "--", "true"], "--stacks"),
                             (["--pid=x"], "--pid"), (["--pid=1", "--", "true"], "--pid"), (["--all", "--pid=1"], "--pid"),
                             (["--no-clock", "--", "true"], "--no-clock"), (["--duration=-1", "--", "true"], "--duration"),
                             (["--engine=x", "--", "true"], "--engine"), (["--engine=uftrace", "--pid=1"], "--engine"), (["--engine=callgrind", "--states", "--", "true"], "--engine"),
                             (["--env==x", "--", "true"], "--env"), (["--nonsense", "--", "true"], "--nonsense")):
        result = run("record", *arguments)
        ok(result.returncode == 2 and words in result.stderr and result.stderr.count("\n") == 1, f"usage: {' '.join(arguments)}",
           f"{result.returncode} {result.stderr}")
    result = run("record", "--help")
    ok(result.returncode == 0 and "--states" in result.stdout, "record --help")


def test_no_perf(folder):
    """An empty $PATH: neither perf nor anything else."""
    result = record(command=["/bin/true"], cwd=folder, env=os.environ | {"PATH": str(folder / "nowhere")})
    equal((result.returncode, result.stderr.count("\n")), (125, 1), "without perf: exit status 125, one line")
    ok("perf is not installed" in result.stderr, "without perf: the line says so", result.stderr)
    (folder / "old").mkdir()
    fake = folder / "old" / "perf"
    fake.write_text("#!/bin/sh\necho perf version 4.19.1\n")
    fake.chmod(0o755)
    result = record(command=["/bin/true"], cwd=folder, env=os.environ | {"PATH": str(folder / "old")})
    ok(result.returncode == 125 and "4.19.1" in result.stderr, "with an old perf: the line tells its version", result.stderr)
    fake.write_text("#!/bin/sh\necho 'WARNING: perf not found for kernel 6.2.0' >&2\nexit 2\n")
    result = record(command=["/bin/true"], cwd=folder, env=os.environ | {"PATH": str(folder / "old")})
    ok(result.returncode == 125 and "does not tell its version" in result.stderr, "with Ubuntu's script alone: said", result.stderr)
    equal(sorted(p.name for p in folder.iterdir()), ["old"], "nothing was made")


def test_command_line(folder):
    result = run("record", "--print-command", "--stacks=dwarf,4096", "--frequency=499", "--page-faults", "--event=sched:sched_process_fork",
                 "--event=faults:u", "--", "a program", "x y", cwd=folder)
    equal(result.returncode, 0, "--print-command")
    line = result.stdout
    for words in (" -k CLOCK_MONOTONIC ", "cpu-clock/freq=499,call-graph=dwarf,stack-size=4096/", "page-faults/period=1,",
                  "sched:sched_process_fork/call-graph=dwarf,stack-size=4096/", "faults/freq=499,call-graph=dwarf,stack-size=4096/u",
                  "'a program' 'x y'"):
        ok(words in line, f"--print-command has {words.strip()}", line)
    equal(list(folder.iterdir()), [], "--print-command makes nothing")
    lines = run("record", "--print-command", "--states", "--", "true", cwd=folder).stdout.splitlines()
    if "sched:sched_waking/" in lines[0] and os.getuid() == 0:
        ok(len(lines) == 2 and lines[1].startswith("perf record ") and lines[1].endswith(" -a -e sched:sched_waking -o wakeups.data"), "--print-command: the second perf, for wakeups by others", lines)


def test_names(folder):
    for wanted in ("true.ascribe", "true.2.ascribe", "true.3.ascribe"):
        result = record(cwd=folder)
        ok(result.returncode == 0 and (folder / wanted / "perf.data").exists(), f"a new name: {wanted}", result.stderr)
    before = (folder / "true.ascribe" / "perf.data").read_bytes()
    result = record("--output=true.ascribe", cwd=folder)
    ok(result.returncode == 125 and "true.ascribe" in result.stderr, "a folder that is there is refused", result.stderr)
    ok((folder / "true.ascribe" / "perf.data").read_bytes() == before, "and left as it is")


def test_status(folder):
    for command, status in ((["sh", "-c", "exit 3"], 3), (["sh", "-c", "kill -SEGV $$"], 139), (["sh", "-c", "kill -KILL $$"], 137), (["true"], 0)):
        equal(record("-q", command=command, cwd=folder).returncode, status, f"the exit status of {' '.join(command)}")
    result = record(command=["no-such-program"], cwd=folder)
    equal((result.returncode, result.stderr.count("\n")), (127, 1), "no such program")
    result = record("--directory=/no/such/folder", command=["true"], cwd=folder)
    ok(result.returncode == 125 and "/no/such/folder" in result.stderr and "true" not in result.stderr, "a folder that is not there is told", result.stderr)
    (folder / "text").write_text("no program")
    result = record(command=["./text"], cwd=folder)
    ok(result.returncode == 125 and "ermission denied" in result.stderr, "a file that is no program is told", result.stderr)
    result = record("--event=cycles:u", command=["true"], cwd=folder)
    plain = record("--event=cycles", "--print-command", command=["true"], cwd=folder)
    ok((result.returncode == 0) == (plain.returncode == 0), "a counter with a modifier is refused as without", result.stderr)
    for event in ("nosuch", "nosuch:event"):
        result = record(f"--event={event}", command=["true"], cwd=folder)
        ok(result.returncode == 125 and f"“{event}” cannot be recorded" in result.stderr and result.stderr.count("\n") == 1, f"{event}: refused by its name", result.stderr)
    (folder / "bad").write_text("#!/no/such/interpreter\n")
    (folder / "bad").chmod(0o755)
    result = record("--output=bad.ascribe", command=["./bad"], cwd=folder)
    equal((result.returncode, (folder / "bad.ascribe").exists()), (127, False), "a program that cannot be run leaves nothing")


def test_plain(folder):
    path = folder / "plain.ascribe"
    result = record(f"--output={path}", "--env=GREETING=hello", f"--directory={folder}",
                    command=["sh", "-c", f"echo $GREETING $PWD; cat; exec {sys.executable} -c '{SPIN.format(0.5)}'"], input="from here\n", stdin=None)
    equal(result.stdout, f"hello {folder.resolve()}\nfrom here\n", "the command's environment, directory, input and output")
    info = answer("info", path)
    ok(info["command"].startswith("sh -c echo"), "info tells the command", info["command"])
    ok(0.4e9 < cpu_ns(path) < 1.5e9, "half a second of work is recorded", str(cpu_ns(path)))
    description = json.loads((path / "experiment.json").read_text())
    equal((description["schema"], description["state"], description["exit_status"]), ("ascribe.experiment/1", "complete", 0), "experiment.json")
    equal(description["recordings"][0]["events"], info["events"]["read"], "events counted while recording are those that are read")
    lines = [line.split("\t") for line in (path / "statistics.tsv").read_text().splitlines()]
    usage = next(line for line in lines if line[0] == "u")
    ok(abs(int(usage[3]) + int(usage[4]) - cpu_ns(path)) < 0.2e9, "the kernel's CPU time is near the recorded one", f"{usage} {cpu_ns(path)}")
    ok("recorder-killed" not in kinds(path), "a complete recording has no finding of a killed recorder")


def test_stopped(folder):
    path = folder / "stopped.ascribe"
    result = record(f"--output={path}", command=python(STOPPED))
    equal(result.returncode, 0, "a program that stops itself")
    ok(cpu_ns(path) > 0.2e9, "what it does after it is recorded", str(cpu_ns(path)))


def test_daemon(folder):
    command = ["sh", "-c", f"setsid {sys.executable} -c 'import time; time.sleep(1.5)' > /dev/null 2>&1 < /dev/null &"]
    start = time.monotonic()
    equal(record("-q", f"--output={folder}/d1", command=command).returncode, 0, "a program that leaves a daemon")
    short = time.monotonic() - start
    start = time.monotonic()
    equal(record("-q", "--descendants", f"--output={folder}/d2", command=command).returncode, 0, "the same with --descendants")
    ok(time.monotonic() - start > 1.4, "--descendants waits for the daemon", f"{short} {time.monotonic() - start}")
    equal(answer("info", folder / "d2")["n_processes"] >= 2, True, "and records it")


def start(folder, name, command, *options):
    """A recording that runs. Returns: its process, that of perf, that of the command, and the experiment's path."""
    path = folder / name
    process = subprocess.Popen([CLI, "record", f"--output={path}", *options, "--", *command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    wait_for(lambda: (path / "experiment.json").exists())
    perf = next((c for c in children(process.pid) if comm(c) == "perf"), None)
    target = next((c for c in children(process.pid) if comm(c) != "perf"), None)
    return process, perf, target, path


def test_signals(folder):
    if not children(os.getppid()) and not Path("/proc/self/task/%d/children" % os.getpid()).exists():
        skip("signals", "/proc has no children here")
        return
    for number in (signal.SIGINT, signal.SIGTERM):
        process, perf, target, path = start(folder, f"signal-{number}", spin(60))
        time.sleep(0.7)
        process.send_signal(number)
        process.communicate(timeout=30)
        ok(process.returncode == 128 + signal.SIGTERM, f"signal {number} to the recorder: the program is asked to end", process.returncode)
        ok(cpu_ns(path) > 0 and not kinds(path) & {"recorder-killed", "records-cut"}, f"signal {number}: the recording is whole")
        ok(is_gone(perf) and is_gone(target), f"signal {number}: nothing runs on")

    process, perf, target, path = start(folder, "perf-killed", spin(3))
    wait_for(lambda: (path / "perf.data").stat().st_size > 20000)
    os.kill(perf, signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    ok(process.returncode == 0 and "perf was ended by a signal" in errors, "perf killed: said, and the program runs to its end", errors)
    ok(cpu_ns(path) > 0 and "interrupted" in kinds(path), "perf killed: what was recorded opens, and it is said that its header is not complete", kinds(path))

    # With and without the second perf; -9 leaves it no time for anything: perf itself completes its files.
    for options in ((), ("--states",)):
        process, perf, target, path = start(folder, f"recorder-killed{len(options)}", spin(60), *options)
        others = [c for c in children(process.pid) if c not in (perf, target)]
        wait_for(lambda: (path / "perf.data").stat().st_size > 20000)
        process.kill()
        process.communicate()
        ok(wait_for(lambda: all(is_gone(pid) for pid in (perf, target, *others))), "recorder killed: perf and the program end")
        ok(cpu_ns(path) > 0 and "recorder-killed" in kinds(path) and "interrupted" not in kinds(path), "recorder killed: what was recorded opens, whole, and it is said", kinds(path))
        for file in path.glob("*.data"):
            features = subprocess.run(["perf", "report", "--header-only", "-i", file], capture_output=True, text=True)
            ok("# cmdline :" in features.stdout, f"recorder killed: perf reads the header of {file.name}", features.stderr)

    # A program that takes its time after Ctrl+C: only a second one ends it.
    saving = "import signal, sys, time\ndef save(*_):\n    time.sleep(8)\n    print('saved', flush=True)\n    sys.exit(0)\nsignal.signal(signal.SIGTERM, save)\nprint('ready', flush=True)\nwhile True:\n    time.sleep(1)"
    process, perf, target, path = start(folder, "saving", [sys.executable, "-c", saving])
    wait_for(lambda: (path / "perf.data").exists())
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    ok(process.returncode == 0, "a program may save its work after one Ctrl+C", f"{process.returncode} {errors}")


def limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))


def test_full(folder):
    path = folder / "limit"
    result = record(f"--output={path}", "--frequency=10000", command=spin(1.5), preexec_fn=limit_files)
    ok(result.returncode == 0 and "perf" in result.stderr, "a limit for files: said, and the program runs to its end", f"{result.returncode} {result.stderr}")
    ok(cpu_ns(path) > 0, "a limit for files: what was recorded opens")
    small = folder / "small"
    small.mkdir()
    script = f"mount -t tmpfs -o size=200k none {small} && {CLI} record -F 10000 -o {small}/x -- \"$@\"; s=$?; cp -r {small}/x {folder}/full; exit $s"
    if subprocess.run(["unshare", "-m", "sh", "-c", f"mount -t tmpfs none {small}"], capture_output=True).returncode != 0:
        skip("a full disk", "mounting one needs root")
        return
    result = subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", *spin(1.5)], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    ok(result.returncode == 0 and "The disk is full" in result.stderr, "a full disk: said, and the program runs to its end", f"{result.returncode} {result.stderr}")
    ok(cpu_ns(folder / "full") > 0, "a full disk: what was recorded opens")


def test_attach(folder):
    target = subprocess.Popen(spin(60))
    try:
        result = run("record", f"--pid={target.pid}", "--duration=1", f"--output={folder}/attached")
        equal((result.returncode, target.poll()), (0, None), "attached for a second: the process runs on")
        ok(cpu_ns(folder / "attached") > 0, "attached: its work is recorded")
    finally:
        target.kill()
        target.wait()
    result = run("record", f"--pid={target.pid}", f"--output={folder}/gone")
    ok(result.returncode == 125 and "no process" in result.stderr and not (folder / "gone").exists(), "a process that is not there", result.stderr)
    result = record("-q", "--duration=0.5", f"--output={folder}/short", command=spin(60))
    equal(result.returncode, 128 + signal.SIGTERM, "--duration ends the program")


def test_states(folder):
    """Each switch of a program that sleeps twenty times."""
    path = folder / "states"
    result = record("--states", f"--output={path}", command=python("import time\nfor i in range(20): time.sleep(0.01)"))
    if "sched" not in "".join(json.loads((path / "experiment.json").read_text())["recordings"][0]["arguments"]):
        skip("states", "no tracepoints for this user: " + result.stderr.splitlines()[0])
        return
    switches = next(e["total"] for e in answer("metrics", path)["metrics"] if e["id"] == "sched:sched_switch")
    ok(switches >= 20, "each sleep is a switch", str(switches))
    stacks = answer("functions", path, "--metrics=i.sched:sched_switch")
    sleeping = [r["inclusive"]["sched:sched_switch"] for r in stacks["rows"] if "nanosleep" in r["name"] and r["object"].startswith("libc")]
    ok(max(sleeping, default=0) >= 20, "the stack of each sleep has the library's function", str(sleeping))


ENGINES = {  # id: (program, words of its version, what is recorded, what shows it, a line that it then has)
    "callgrind": ("valgrind", ["valgrind-3.10.1", "valgrind says nothing"], "callgrind.out.", ["callgrind_annotate"], "PROGRAM TOTALS"),
    "uftrace": ("uftrace", ["uftrace v0.6", "?"], "uftrace.data", ["uftrace", "report", "-d"], "work"),
    "gprofng": ("gprofng", ["GNU gprofng binutils version 2.38", ""], "experiment.er", ["gprofng", "display", "text", "-functions"], "work"),
}


def test_engine(folder, engine):
    """A recording by another tool: the program's own status and output, its file, and a line that says what shows it."""
    program, _, member, shows, word = ENGINES[engine]
    if shutil.which(program) is None or shutil.which("cc") is None:
        skip(engine, f"no {program}, or no compiler")
        return
    (folder / "p.c").write_text('#include <stdio.h>\n__attribute__ ((noinline)) long work (long n) { volatile long s = 0; for (long i = 0; i < n; i++) s += i; return s; }\n'
                                'int main (int c, char **v) { long s = 0; for (int i = 0; i < (c > 1 ? 600 : 40); i++) s += work (1000000); puts ("done"); return s == 1 ? 1 : 3; }\n')
    subprocess.run(["cc", "-pg" if engine == "uftrace" else "-g", "-o", folder / "p", folder / "p.c"], check=True)
    path = folder / "e.ascribe"
    result = run("record", f"--engine={engine}", f"--output={path}", "--", folder / "p", *(["more"] if engine == "gprofng" else []))
    # uftrace itself ends with 1 when the program did not end with 0.
    status = 1 if engine == "uftrace" else 3
    ok(result.returncode == status and "done" in result.stdout, f"{engine}: the program's status and output", f"{result.returncode} {result.stdout} {result.stderr}")
    description = json.loads((path / "experiment.json").read_text())
    recording = description["recordings"][0]
    ok(description["state"] == "complete" and description["exit_status"] == status and recording["engine"] == engine and recording["file"].startswith(member) and recording["bytes"] > 0,
       f"{engine}: experiment.json", recording)
    shown = subprocess.run([*shows, path / recording["file"]], capture_output=True, text=True).stdout
    ok(word in shown, f"{engine}: what it recorded is whole", shown)
    result = run("info", path)
    command = " ".join(shows)
    ok(result.returncode != 0 and result.stderr.count("\n") == 1 and f"made by {engine} {recording['version']}" in result.stderr and f"{command} '{path / recording['file']}'" in result.stderr,
       f"{engine}: opened, one line says who made it and what shows it", result.stderr)
    start = time.monotonic()
    result = run("record", "-q", f"--engine={engine}", f"--output={folder}/long", "--duration=1", "--", "sleep", "60")
    ok(time.monotonic() - start < 30 and result.returncode in (128 + signal.SIGTERM, 128 + signal.SIGKILL, 125, 1, 0), f"{engine}: --duration ends it", f"{result.returncode} {result.stderr}")
    result = run("record", f"--engine={engine}", "--print-command", f"--output={path}", "--", "a program")
    ok(result.returncode == 0 and "'a program'" in result.stdout and member in result.stdout, f"{engine}: --print-command", result.stdout)


def test_no_engine(folder):
    """Tools that are not there, too old, or do not run."""
    for engine, (program, answers, *_) in ENGINES.items():
        place = folder / engine
        place.mkdir()
        result = record(f"--engine={engine}", command=["/bin/true"], cwd=folder, env=os.environ | {"PATH": str(place)})
        ok(result.returncode == 125 and result.stderr.count("\n") == 1 and f"{program} is not installed" in result.stderr, f"{engine}: not there", result.stderr)
        fake = place / program
        for answer_text, words in zip(answers, ("is too old", "does not run")):
            fake.write_text(f"#!/bin/sh\necho '{answer_text}'\n")
            fake.chmod(0o755)
            result = record(f"--engine={engine}", command=["/bin/true"], cwd=folder, env=os.environ | {"PATH": str(place)})
            ok(result.returncode == 125 and f"{program} {words}" in result.stderr, f"{engine}: {words}", result.stderr)
        fake.write_text(f"#!/bin/sh\n[ $1 = --version ] && echo '{answers[0].replace('3.10', '3.19').replace('v0.6', 'v0.13').replace('2.38', '2.40')}' && exit\nexit 1\n")
        result = record(f"--engine={engine}", "--output=nothing", command=["/bin/true"], cwd=folder, env=os.environ | {"PATH": str(place)})
        ok(result.returncode == 125 and f"{engine} recorded nothing" in result.stderr and not (folder / "nothing").exists(), f"{engine}: a tool that makes nothing leaves nothing", result.stderr)


def test_archive(folder):
    """A program that is gone: its names come from the archive."""
    compiler = shutil.which("cc")
    if compiler is None:
        skip("archive", "no compiler")
        return
    (folder / "p.c").write_text("int main (void) { volatile long n = 0; for (long i = 0; i < 300000000; i++) n += i; return 0; }\n")
    subprocess.run([compiler, "-O1", "-g", "-Wl,--build-id", "-o", folder / "program", folder / "p.c"], check=True)
    path = folder / "x.ascribe"
    equal(record("-q", f"--output={path}", command=[folder / "program"]).returncode, 0, "a program of our own")
    result = run("archive", path)
    ok(result.returncode == 0 and "copied" in result.stdout, "archive", result.stderr)
    (folder / "program").unlink()
    names = {r["name"]: r["file"] for r in answer("functions", path)["rows"]}
    ok(names.get("main", "").endswith("p.c"), "its names and lines are in the archive", str(names))
    ok(" 0 " in run("archive", path).stdout, "a second archive copies nothing")


def test_unprivileged(folder):
    if os.getuid() != 0 or shutil.which("setpriv") is None:
        skip("another user", "needs root and setpriv")
        return
    place = folder / "nobody"
    place.mkdir()
    place.chmod(0o777)
    for parent in (folder, *folder.parents[:-1]):
        if not os.stat(parent).st_mode & 0o005:
            parent.chmod(0o755)
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", CLI, "record"]
    options = {"cwd": place, "capture_output": True, "text": True, "stdin": subprocess.DEVNULL, "env": os.environ | {"HOME": str(place)}}
    if subprocess.run(user[:-2] + ["true"], capture_output=True).returncode or subprocess.run([*user[:-1], "--version"], capture_output=True).returncode:
        skip("another user", "it may not run the program")
        return
    with raised_level() as level:
        if level > 2:
            skip("another user", f"kernel.perf_event_paranoid is {level}")
            return
        result = subprocess.run([*user, "--states", "--page-faults", "-o", "user", "--", "/bin/sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"], **options)
        ok(result.returncode == 0 and "Only what programs do outside the kernel" in result.stderr, "a user: less is recorded, and said", result.stderr)
        ok("sudo sysctl kernel.perf_event_paranoid=1" in result.stderr, "a user: the command that changes it", result.stderr)
        ok(cpu_ns(place / "user") > 0, "a user: it opens")
        result = subprocess.run([*user, "--all", "--", "/bin/true"], **options)
        ok(result.returncode == 125 and "kernel.perf_event_paranoid is 2, this needs 0 or lower" in result.stderr and result.stderr.count("\n") == 1,
           "a user: the whole system is refused with the mend", result.stderr)
        result = subprocess.run([*user, "--pid=1"], **options)
        ok(result.returncode == 125 and "another user" in result.stderr, "a user: another user's process", result.stderr)


def main():
    with tempfile.TemporaryDirectory() as name:
        folders = iter(range(100))

        def folder():
            path = Path(name).resolve() / str(next(folders))
            path.mkdir()
            return path

        test_help()
        test_usage()
        test_no_perf(folder())
        test_no_engine(folder())
        for engine in ENGINES:
            test_engine(folder(), engine)
        probe = record("-q", f"--output={folder()}/probe")
        if probe.returncode != 0:
            skip("recording", "perf may not record here: " + probe.stderr.strip())
            return
        for test in (test_command_line, test_names, test_status, test_plain, test_stopped, test_daemon, test_signals, test_full, test_attach,
                     test_states, test_archive, test_unprivileged):
            test(folder())


main()
