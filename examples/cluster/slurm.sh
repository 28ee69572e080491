#!/usr/bin/env bash
# Units as a Slurm array: a task for each.
#
#   sbatch slurm.sh queens count 22
#   hippodrome merge units/*          # when all tasks have ended
#
#SBATCH --job-name=hippodrome
#SBATCH --array=0-255
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
#SBATCH --time=24:00:00
#SBATCH --requeue
#SBATCH --output=units-%A-%a.log
set -euo pipefail
units=${SLURM_ARRAY_TASK_COUNT:?is set by Slurm for the tasks of an array}
unit=$((SLURM_ARRAY_TASK_ID - ${SLURM_ARRAY_TASK_MIN:-0}))
mkdir -p units
# A task that is run again finds its result: a file is there only when it is whole.
if [ -s "units/$unit" ]; then exit 0; fi
exec hippodrome --quiet "$@" --threads 1 --units "$units" --unit "$unit" -o "units/$unit"
