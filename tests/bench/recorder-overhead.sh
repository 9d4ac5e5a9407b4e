#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/bench/recorder-overhead.sh [BUILD] [ROUNDS]: what recording costs a CPU-bound and a switch-heavy program, beside perf record and gprofng collect.
#
# The program tells its own wall and CPU time (with that of its child), from its first line to its last: what it is slowed down by. What the tool needs itself, to start, to write and to go over
# the recording at its end (perf collects build-ids), stands beside it: wall time outside the program, and CPU time of all processes less the program's own.
# The medians of ROUNDS runs each, taken in turn, so that other load hits all alike. CPU times tell more than wall times where anything else runs.
set -euo pipefail
cli=$(realpath "${1:-_build}")/src/cli/ascribe-cli
rounds=${2:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > p.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static volatile unsigned long sink;
static double wall (void) { struct timespec t; clock_gettime (CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static double used (int who) { struct rusage u; getrusage (who, &u); return u.ru_utime.tv_sec + u.ru_stime.tv_sec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6; }
static int play (int n)
{
  int a[2], b[2];
  char c = 0;
  if (pipe (a) || pipe (b)) return 1;
  if (fork () == 0) { for (int i = 0; i < n; i++) if (read (a[0], &c, 1) != 1 || write (b[1], &c, 1) != 1) _exit (1); _exit (0); }
  for (int i = 0; i < n; i++) if (write (a[1], &c, 1) != 1 || read (b[0], &c, 1) != 1) return 1;
  wait (NULL);
  return 0;
}
int main (int argc, char **argv)
{
  double w = wall (), c = used (RUSAGE_SELF);
  if (argv[1][0] == 'c') for (unsigned long i = 0; i < 1500000000ul; i++) sink += i;
  else if (play (100000)) return 1;
  FILE *f = fopen (argv[2], "w");
  fprintf (f, "%f %f\n", wall () - w, used (RUSAGE_SELF) + used (RUSAGE_CHILDREN) - c);
  return fclose (f);
}
C
cc -O1 -fno-omit-frame-pointer -o p p.c
run () {
  case $1 in
    alone) ./p "$2" inside ;;
    ascribe) "$cli" record -q -o e -- ./p "$2" inside ;;
    perf) perf record -q -N -F 997 -g -e cpu-clock -o d -- ./p "$2" inside ;;
    ascribe-states) "$cli" record -q --states -o e -- ./p "$2" inside ;;
    perf-switches) perf record -q -N -m 8M -g --switch-events -o d -e cpu-clock/freq=997/ -e sched:sched_switch -- ./p "$2" inside ;;
    gprofng) gprofng collect app -p on -o g.er ./p "$2" inside ;;
    gprofng-sync) gprofng collect app -p on -s on -i on -o g.er ./p "$2" inside ;;
  esac > /dev/null 2>&1
}
tools="alone ascribe perf ascribe-states perf-switches"
if command -v gprofng > /dev/null; then tools="$tools gprofng gprofng-sync"; fi
for program in cpu switches; do
  for round in $(seq "$rounds"); do
    for tool in $tools; do
      rm -rf e d g.er inside
      { TIMEFORMAT='%R %U %S'; time run "$tool" "$program"; } 2> outside || true
      if [ -s inside ]; then
        size=$( (du -skc e d g.er 2> /dev/null || true) | tail -1 | cut -f1)
        awk -v size="$size" 'NR == FNR { w = $1; c = $2; next } { print w, c, $1 - w, $2 + $3 - c, size / 1024 }' inside outside >> "times.$program.$tool"
      else
        echo "$tool did not run $program" >&2
      fi
    done
  done
done
median () { cut -d' ' -f"$2" "$1" | sort -n | awk '{ v[NR] = $1 } END { print v[int ((NR + 1) / 2)] }'; }
printf '%-9s %-15s %26s %26s   %s\n' program recorder 'program: wall s   CPU s' 'recorder: wall s   CPU s' 'MB'
for program in cpu switches; do
  for tool in $tools; do
    f=times.$program.$tool
    [ -s "$f" ] || continue
    base=times.$program.alone
    printf '%-9s %-15s %9.3f (%+5.1f %%) %6.3f (%+5.1f %%) %7.2f %7.2f %7.1f\n' "$program" "$tool" "$(median "$f" 1)" \
      "$(awk -v a="$(median "$f" 1)" -v b="$(median "$base" 1)" 'BEGIN { print (a / b - 1) * 100 }')" "$(median "$f" 2)" \
      "$(awk -v a="$(median "$f" 2)" -v b="$(median "$base" 2)" 'BEGIN { print (a / b - 1) * 100 }')" "$(median "$f" 3)" "$(median "$f" 4)" "$(median "$f" 5)"
  done
done
