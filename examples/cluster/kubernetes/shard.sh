#!/bin/sh
# One shard of a batch in a pod of an indexed Job (job.yaml). The shard is solved on the pod's own disk. What an earlier pod
# has saved in the store is fetched first; the rows so far are saved there every SAVE_SECONDS and on a request to terminate,
# as one file, part-N.tar.gz; the rows of a shard that is done, part-N.csv, take its place.
#
# JOB_COMPLETION_INDEX counts from 0, shards count from 1. STORE is a mounted folder (/mnt/deals), or a remote of rclone with
# a path (store:bucket/deals). Arguments are more options for solomids batch.
set -u
: "${JOB_COMPLETION_INDEX:?is set by an indexed Job}" "${SHARDS:?is the number of completions}"
: "${STORE:?is a folder, or a remote of rclone such as store:bucket/deals}"
: "${SEED:=1}" "${COUNT:=1000000}" "${THREADS:=1}" "${MEMORY:=2G}" "${SAVE_SECONDS:=600}"
shard=$((JOB_COMPLETION_INDEX + 1))
rows=part-$shard.csv meta=part-$shard.meta.json saved=part-$shard.tar.gz
# While rows are missing they are in the write-ahead log, which has a sidecar of its own.
log=$rows.part log_meta=$meta.part
if [ "$shard" -gt "$SHARDS" ]; then
    echo "index $JOB_COMPLETION_INDEX is beyond the $SHARDS shards: completions and SHARDS are the same number" >&2
    exit 2
fi

# Copies file $1 to $2 as a whole or not at all.
copy() {
    case $STORE in
        *:*) rclone copyto --retries 5 "$1" "$2" ;;
        *) cp "$1" "$2.new" && mv "$2.new" "$2" ;;
    esac
}

# Names of the files of this shard in the store. A store that does not answer is an error: it must not look empty.
stored() {
    case $STORE in
        *:*)
            found=$(rclone lsf --files-only --include "/part-$shard.*" "$STORE" 2>&1) || {
                case $found in *"directory not found"*) return 0 ;; esac
                echo "$found" >&2
                return 1
            }
            echo "$found" ;;
        *) [ -d "$STORE" ] && ls "$STORE" ;;
    esac
}

# Saves the rows so far. The sidecar is read last: it then names all limits that have ended a search. If the shard is finished
# meanwhile, the log and its sidecar may be gone before they are read: then nothing is saved, and the rows follow soon.
save() {
    mkdir -p snapshot && rm -f snapshot/*
    for file in "$rows" "$meta" "$log" "$log_meta"; do
        [ ! -e "$file" ] || cp "$file" snapshot/ || return
    done
    [ -e "snapshot/$log_meta" ] || return 0
    tar -czf "$saved" -C snapshot . && copy "$saved" "$STORE/$saved"
}

names=$(stored) || { echo "the store $STORE cannot be read" >&2; exit 1; }
has() { echo "$names" | grep -qxF "$1"; }
if has "$rows"; then
    copy "$STORE/$rows" "$rows" && copy "$STORE/$meta" "$meta" || exit 1
elif has "$saved"; then
    copy "$STORE/$saved" "$saved" && tar -xzf "$saved" || exit 1
fi

solomids batch --seed "$SEED" --count "$COUNT" --shard "$shard/$SHARDS" --out "$rows" --resume \
    --threads "$THREADS" --memory "$MEMORY" "$@" &
batch=$!
trap 'kill -TERM "$batch" 2>/dev/null' TERM INT

# Saves now and then, so that a node that is lost costs little.
next=$(($(date +%s) + SAVE_SECONDS))
while kill -0 "$batch" 2>/dev/null; do
    sleep 1 &
    wait $!
    if [ "$(date +%s)" -ge "$next" ] && [ -e "$log_meta" ]; then
        save || echo "the rows so far cannot be saved now" >&2
        next=$(($(date +%s) + SAVE_SECONDS))
    fi
done
wait "$batch"
status=$?

if [ "$status" -eq 0 ]; then
    # The rows last: only a shard that is done has them in the store.
    copy "$meta" "$STORE/$meta" && copy "$rows" "$STORE/$rows" || exit 1
    if has "$saved" || [ -e "$saved" ]; then
        case $STORE in
            *:*) rclone deletefile "$STORE/$saved" ;;
            *) rm -f "$STORE/$saved" ;;
        esac
    fi
elif [ -e "$log_meta" ]; then
    save || exit 1
fi
exit "$status"
