#!/bin/bash
#SBATCH --job-name=vaak-render
#SBATCH --array=0-7
#SBATCH --cpus-per-task=2
#SBATCH --output=render-%A-%a.log
# Prompts in bulk: each task of the array speaks its part of the list into a folder that all nodes share.
#     sbatch boards/fleet/slurm/render.sh prompts.csv prompts        other sizes: sbatch --array=0-99%20 …
# A task that failed or was cut off is done again by the same command; what is there is kept.
set -euo pipefail
exec "${VAAK:-vaak}" render "$1" --out "$2" --shard auto --jobs "${SLURM_CPUS_PER_TASK:-1}" \
    --report "$2-report-$SLURM_ARRAY_TASK_ID.jsonl"
