#!/usr/bin/env bash
# One count on many machines by ssh, started again from what was kept when a process is lost.
#
#   ssh.sh hosts.txt 8x8 --closed -w 8 --memory 4G
#
# hosts.txt has one host:port a line. Each machine needs hippodrome on its path; checkpoints go to a directory
# of this name in the home directory there. SSH may name another way to start a command on a host.
set -euo pipefail
hosts=$1
shift
mapfile -t list < <(sed 's/#.*//' "$hosts" | awk 'NF { print $1 }')
kept=${KEPT:-hippodrome-kept}
ssh=${SSH:-ssh -o BatchMode=yes}
name=hosts-$$.txt

# Every machine gets the list; the question is quoted once for the shell at the other end.
for host in "${list[@]}"; do
  $ssh "${host%:*}" "cat > $name" < "$hosts"
done
for attempt in 1 2 3 4 5; do
  pids=()
  for process in "${!list[@]}"; do
    command=$(printf '%q ' hippodrome count "$@" --hosts "$name" --process "$process" --checkpoint "$kept")
    $ssh "${list[$process]%:*}" "$command" < /dev/null &
    pids+=($!)
  done
  status=0
  for pid in "${pids[@]}"; do
    ended=0
    wait "$pid" || ended=$?
    if [ "$ended" -gt "$status" ]; then status=$ended; fi
  done
  if [ "$status" -eq 0 ] || [ "$status" -eq 2 ]; then exit "$status"; fi
  echo "attempt $attempt: a process was lost (status $status); all go on from what they kept" >&2
  sleep 2
done
exit 3
