#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/bench/recorder-overhead.sh [BUILD] [ROUNDS]: what recording costs a CPU-bound and a switch-heavy program, beside perf record and gprofng collect.
# Prints the least wall time and the least CPU time (user + system, all processes) of ROUNDS runs each, taken in turn.
set -euo pipefail
cli=$(realpath "${1:-_build}")/src/cli/ascribe-cli
rounds=${2:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > p.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/wait.h>
static volatile unsigned long sink;
int main (int argc, char **argv)
{
  int a[2], b[2];
  char c = 0;
  if (argv[1][0] == 'c') { for (unsigned long i = 0; i < 1000000000ul; i++) sink += i; return 0; }
  if (pipe (a) || pipe (b)) return 1;
  if (fork () == 0) { for (int i = 0; i < 20000; i++) if (read (a[0], &c, 1) != 1 || write (b[1], &c, 1) != 1) _exit (1); _exit (0); }
  for (int i = 0; i < 20000; i++) if (write (a[1], &c, 1) != 1 || read (b[0], &c, 1) != 1) return 1;
  wait (NULL);
  return argc == 0;
}
C
cc -O1 -fno-omit-frame-pointer -o p p.c
run () {
  case $1 in
    alone) ./p "$2" ;;
    ascribe) "$cli" record -q -o "$work/e" -- ./p "$2" ;;
    ascribe-states) "$cli" record -q --states -o "$work/e" -- ./p "$2" ;;
    perf) perf record -q -N -F 997 -g -e cpu-clock -o "$work/d" -- ./p "$2" ;;
    perf-sched) perf record -q -N -m 8M -g --switch-events -o "$work/d" -e cpu-clock/freq=997/ -e sched:sched_switch/call-graph=dwarf,stack-size=4096/ -- ./p "$2" ;;
    gprofng) gprofng collect app -p on -o "$work/g.er" ./p "$2" > /dev/null ;;
  esac > /dev/null 2>&1
}
tools="alone ascribe perf ascribe-states perf-sched"
command -v gprofng > /dev/null && tools="$tools gprofng"
for program in cpu switches; do
  for round in $(seq "$rounds"); do
    for tool in $tools; do
      rm -rf "$work/e" "$work/d" "$work/g.er"
      { TIMEFORMAT='%R %U %S'; time run "$tool" "$program"; } 2>> "times.$program.$tool"
    done
  done
  for tool in $tools; do
    awk -v p="$program" -v t="$tool" 'NR == 1 || $1 < w { w = $1 } NR == 1 || $2 + $3 < c { c = $2 + $3 } END { printf "%-9s %-15s wall %.3f s  cpu %.3f s\n", p, t, w, c }' "times.$program.$tool"
  done
done
