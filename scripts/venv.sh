# Sourced by the scripts beside it: the virtual environment, made and kept up to date.
# It begins at the repository's root and knows these variables:
#   PYTHON         the interpreter to use, 3.11 or later; else the first that is found
#   KEEPWORD_VENV  the environment's folder, else .venv

cd "$(dirname "$0")/.." || exit 1
venv=${KEEPWORD_VENV:-.venv}

fail() {
    echo "$0: $1" >&2
    exit 2
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
    for candidate in ${PYTHON:-python3.13 python3.12 python3.11 python3 python}; do
        if is_new_enough "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    fail "needs Python 3.11 or later; install it (Debian, Ubuntu: apt install python3 python3-venv), or name it: PYTHON=/path/to/python3.11 $0"
}

make_venv() {
    python=$(find_python) || exit 2
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        fail "$python has no venv module; install it (Debian, Ubuntu: apt install python3-venv)"
    "$python" -m venv --clear "$venv" || fail "cannot make $venv"
}

# Install with uv where it can be had (seconds), else with pip (half a minute); both hold every file against its hash.
# pip's own settings of index and certificates reach uv too.
install() {
    if [ -x "$venv/bin/uv" ] &&
        UV_DEFAULT_INDEX=${UV_DEFAULT_INDEX:-${PIP_INDEX_URL:-}} UV_NATIVE_TLS=${UV_NATIVE_TLS:-true} \
            "$venv/bin/uv" pip install --quiet --python "$venv/bin/python" "$@" 2>"$venv/uv.log"; then
        return
    fi
    "$venv/bin/python" -m pip --disable-pip-version-check --quiet install --no-compile "$@"
}

# uv in the version and with the hashes that the lock names.
fetch_uv() {
    awk '/^[^ ]/ { wanted = /^uv==/ } wanted' requirements-dev.lock >"$venv/uv.lock"
    "$venv/bin/python" -m pip --disable-pip-version-check --quiet install --no-compile --require-hashes \
        -r "$venv/uv.lock" 2>"$venv/uv.log" || true
}

# ensure LOCK: bring the environment to the state of a lock file. requirements-dev.lock holds all of requirements.lock,
# in the same versions, so an environment for development serves for everything.
ensure() {
    is_new_enough "$venv/bin/python" || make_venv
    if is_current "$1" || is_current requirements-dev.lock; then return; fi
    echo "$0: installing the packages of $1 into $venv (once)" >&2
    [ -x "$venv/bin/uv" ] || fetch_uv
    install --no-deps --require-hashes -r "$1" || fail "the packages cannot be installed; is there a way to a package index?"
    install --no-deps --no-build-isolation --editable . || fail "Keepword itself cannot be installed"
    state "$1" >"$venv/stamp-$1"
}

state() {
    cat "$1" pyproject.toml | cksum
}

is_current() {
    [ -f "$venv/stamp-$1" ] && [ "$(cat "$venv/stamp-$1")" = "$(state "$1")" ]
}
