#!/usr/bin/env bash
# One count on all nodes of a Slurm job, a process a node; a requeued job goes on from what was kept.
#
#   sbatch slurm-hosts.sh 8x8 --closed
#
#SBATCH --job-name=hippodrome
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --mem=240G
#SBATCH --exclusive
#SBATCH --requeue
set -euo pipefail
hosts=hosts-${SLURM_JOB_ID:?is set by Slurm}.txt
port=$((20000 + SLURM_JOB_ID % 20000))
scontrol show hostnames "$SLURM_JOB_NODELIST" | sed "s/\$/:$port/" > "$hosts"
workers=${SLURM_CPUS_PER_TASK:-1}
memory=$((${SLURM_MEM_PER_NODE:?is set by --mem} * 3 / 4 / workers))M
# SLURM_PROCID is known to each task only.
# shellcheck disable=SC2016
exec srun --kill-on-bad-exit=1 bash -c \
  'exec hippodrome count "${@:4}" --hosts "$1" -w "$2" --memory "$3" --process "$SLURM_PROCID" --checkpoint kept' \
  hippodrome "$hosts" "$workers" "$memory" "$@"
