#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# record.sh [OUTDIR]: records the sample "words" anew: a folder with perf.data; below symbols/ what names its addresses on any machine,
# the program with its lines; below sources/ its text. Needs gcc, perf, binutils, libc6-dbg, and to be root (for the kernel's stacks and its symbols).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/words}
mkdir -p "$out"
out=$(cd "$out" && pwd)
place=/tmp/words-sample
rm -rf "$place" && mkdir "$place"
trap 'rm -rf "$place"' EXIT

# -O0: at higher levels gcc leaves out the frame of a function that calls nothing, and its caller would vanish from the stack.
# The lines name "words.c", wherever this folder lies.
cd "$here/words/sources"
gcc -std=gnu17 -O0 -g -fno-omit-frame-pointer -pthread -ffile-prefix-map="$PWD=." words.c -o "$place/words"
cd "$place"
unshare --uts sh -c 'hostname workstation && exec perf --buildid-dir "$1/cache" record -q -o perf.data -e cpu-clock -F 997 --sample-cpu --call-graph fp ./words' \
  sh "$place"

rm -rf "$out/perf.data" "$out/symbols"
mkdir -p "$out/symbols"
cp perf.data "$out/perf.data"
chmod 644 "$out/perf.data"
install -m 644 words "$out/symbols/words"
[ "$out" = "$here/words" ] || install -D -m 644 "$here/words/sources/words.c" "$out/sources/words.c"

script() { perf --buildid-dir "$place/cache" script -i perf.data --no-demangle "$@" 2> /dev/null; }
perf buildid-list -i perf.data | while read -r id object; do
  case $object in
    /*.so*)
      script -F ip,sym,dso | grep -F "($object)" | awk '{ print $2 }' | sort -u > names
      debug=/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug
      [ -e "$debug" ] || debug=$object
      [ -s names ] && "$here/src/slim-elf.py" "$object" "$debug" names "$out/symbols/$(basename "$object")"
      ;;
    '[kernel.kallsyms]')
      mkdir -p "$out/symbols/$object/$id"
      script -F ip | awk '/^[ \t]*ffff/ { print $1 }' | sort -u > addresses
      "$here/src/slim-kallsyms.py" addresses < /proc/kallsyms > "$out/symbols/$object/$id/kallsyms"
      ;;
  esac
done
du -sk "$out"
