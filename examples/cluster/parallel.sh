#!/usr/bin/env bash
# Units by GNU parallel: as many at once as there are cores; what is done is not done again.
#
#   parallel.sh 64 queens count 20
#   parallel.sh 64 count 6x7 --closed --method dfs
set -euo pipefail
units=$1
shift
directory=${DIRECTORY:-units}
mkdir -p "$directory"
question=$(printf '%q ' "$@")
seq 0 $((units - 1)) | parallel --halt now,fail=1 --joblog "$directory/log" \
  "test -s $directory/{} || hippodrome --quiet $question --threads 1 --units $units --unit {} -o $directory/{}"
files=()
for unit in $(seq 0 $((units - 1))); do files+=("$directory/$unit"); done
hippodrome merge "${files[@]}"
