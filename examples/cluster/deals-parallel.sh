#!/bin/sh
# A batch of deals over the cores of one machine, or over machines that share this folder, with GNU parallel:
#
#   ./deals-parallel.sh
#   ./deals-parallel.sh --dealer web --save-lines     # more options for solomids batch
#   PARALLEL='--sshloginfile hosts.txt --workdir .' ./deals-parallel.sh
#
# Run it again after anything that stopped it: each shard goes on where its file ends, and those that are done are
# only looked at.
set -eu
: "${SHARDS:=100}" "${SEED:=1}" "${COUNT:=1000000}"
# For each of the processes that run at the same time.
: "${MEMORY:=2G}"

seq "$SHARDS" | parallel --halt soon,fail=1 --termseq INT,5000,KILL \
    solomids batch --seed "$SEED" --count "$COUNT" --shard "{}/$SHARDS" --out "part-{}.csv" --resume \
    --threads 1 --memory "$MEMORY" --quiet "$@"

solomids merge part-*.csv --out deals.csv --force
solomids stats deals.csv
