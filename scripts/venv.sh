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

install() {
    "$venv/bin/python" -m pip --disable-pip-version-check --quiet install --no-compile "$@"
}

# ensure LOCK: bring the environment to the state of a lock file. requirements-dev.lock holds all of requirements.lock,
# in the same versions, so an environment for development serves for everything.
ensure() {
    stamp=$venv/stamp-$1
    now=$(cat "$1" pyproject.toml | cksum)
    is_new_enough "$venv/bin/python" || make_venv
    for known in "$stamp" "$venv/stamp-requirements-dev.lock"; do
        wanted=$now
        [ "$known" = "$stamp" ] || wanted=$(cat requirements-dev.lock pyproject.toml | cksum)
        if [ -f "$known" ] && [ "$(cat "$known")" = "$wanted" ]; then return; fi
    done
    echo "$0: installing the packages of $1 into $venv (once, about half a minute)" >&2
    install --require-hashes -r "$1" || fail "the packages cannot be installed; is there a way to a package index?"
    install --no-deps --no-build-isolation --editable . || fail "Keepword itself cannot be installed"
    echo "$now" >"$stamp"
}
