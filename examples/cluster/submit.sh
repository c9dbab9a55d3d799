#!/bin/sh
# The whole of a batch on a Slurm cluster: the array of deals.sbatch, and merge.sbatch once all its tasks have succeeded.
#
#   ./submit.sh
#   SHARDS=4 SEED=2 COUNT=1000 ./submit.sh --cpus-per-task=2 --mem=4G --time=30    # a small cluster
#   PARTITION=short ./submit.sh -- --dealer web --save-lines    # after `--`, options for solomids batch
#
# Run it again after tasks have failed: shards that are done are only looked at.
set -eu
: "${SHARDS:=100}"
export SHARDS SEED="${SEED:-1}" COUNT="${COUNT:-1000000}"
here=$(dirname "$0")

# Options of sbatch come before `--`.
for_sbatch=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    for_sbatch="$for_sbatch $1"
    shift
done
[ $# -eq 0 ] || shift
partition=${PARTITION:+--partition=$PARTITION}

# shellcheck disable=SC2086 # options are words
array=$(sbatch --parsable --export=ALL --array="1-$SHARDS" $partition $for_sbatch "$here/deals.sbatch" "$@")
# The merge is given up if a task fails or is cancelled.
merge=$(sbatch --parsable --export=ALL --dependency="afterok:$array" --kill-on-invalid-dep=yes $partition \
    "$here/merge.sbatch")
echo "array $array, then merge $merge; \`solomids status part-*.csv*\` says how far it is"
