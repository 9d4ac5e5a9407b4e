#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# check-mime.sh SOURCE-ROOT: the desktop knows the samples by the installed MIME types.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/mime/packages"
cp "$1"/data/*.mime.xml "$scratch/mime/packages/"
update-mime-database "$scratch/mime"
cp "$1/data/samples/words/perf.data" "$scratch/unnamed"
kind() { XDG_DATA_HOME=$scratch gio info -a standard::content-type "$1" | sed -n 's/.*standard::content-type: //p'; }
for pair in "$scratch/unnamed application/x-perf-data" "$1/data/samples/figure-2-1.folded text/x-folded-stacks"; do
  got=$(kind "${pair% *}")
  [ "$got" = "${pair##* }" ] || { echo "${pair% *}: $got instead of ${pair##* }"; exit 1; }
done
