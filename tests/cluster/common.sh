# What the scripts of this folder share. Sourced by bash, with the folder of the repository as working directory.

# A batch that takes some seconds a shard, with a node limit: the hardest deals would take minutes.
export SEED=3 COUNT=${SOLOMIDS_COUNT:-1600} SHARDS=4
options=(--max-nodes 3000)
repository=$PWD

# The program, unless SOLOMIDS names one that is built already.
if [ -z "${SOLOMIDS:-}" ]; then
    cargo build --quiet --locked
    SOLOMIDS=$repository/target/debug/solomids
fi
PATH=$(cd "$(dirname "$SOLOMIDS")" && pwd):$PATH

work=$(mktemp -d)

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

passed=0
ok() {
    passed=$((passed + 1))
    echo "ok: $*"
}

# Waits up to `$1` seconds until a command succeeds.
until_true() {
    local seconds=$1 end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$SECONDS" -lt "$end" ] || fail "not within $seconds s: $*"
        sleep 0.1
    done
}

# Lines of a shard in the working directory, finished or not: a header and rows.
rows() {
    { cat "part-$1.csv" "part-$1.csv.part" 2>/dev/null || true; } | wc -l
}

has_more_rows_than() {
    [ "$(rows "$1")" -gt "$2" ]
}

# Installs Debian packages, unless the command `$1` is there.
installed() {
    local command=$1
    shift
    command -v "$command" >/dev/null || {
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends "$@" >/dev/null
    }
}

# The file that one machine writes.
expected() {
    [ -s "$work/expected.csv" ] || solomids batch --seed "$SEED" --count "$COUNT" "${options[@]}" \
        --out "$work/expected.csv" --quiet
    echo "$work/expected.csv"
}

same_bytes() {
    cmp "$1" "$(expected)" || fail "$1 differs from the file of one machine"
}
