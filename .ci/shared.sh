# What the scripts beside this file share; they source it from the top of the tree.

say() {
    printf '\n=== %s\n' "$*"
}

# Copy the sources to a directory: what was built or cached in the tree stays behind.
copy_sources() {
    mkdir -p "$1"
    tar --exclude=./.git --exclude=./build --exclude=./dist --exclude='*.egg-info' \
        --exclude='*.so' --exclude=__pycache__ --exclude='./.*_cache' --exclude=./.hypothesis \
        --exclude=./.venv --exclude=node_modules -cf - . | tar -xf - -C "$1"
}

# Build in place, with as many compilers at once as there are processors.
build_in_place() {
    python setup.py --quiet build_ext --inplace
}

# Run the tests of the compiled core, and many games, on the build in this directory. The standard
# interfaces are not among them: they are plain Python on other people's libraries. Oracles are
# neither: brute force in Python shows values, and would take longest here.
# What an abort says on standard error must not be lost in a capture.
test_core() {
    local package
    export PYTHONPATH=src
    package=$(python -c 'import coalbaron_fast; print(coalbaron_fast.__file__)')
    case $package in
    "$PWD"/*) ;;
    *)
        echo "this is not the build under test: $package" >&2
        return 1
        ;;
    esac
    timeout 900 python -m pytest -q -x -p no:cacheprovider --capture=sys \
        -m 'not slow and not oracle' \
        tests/games/coalbaron/core tests/games/coalbaron/fuzz tests/search \
        tests/envs/test_batch.py tests/envs/test_observation.py \
        tests/games/coalbaron/test_rulebook.py
    timeout 600 python -m tests.games.coalbaron.core.random_games --games 1000
}
