# What the scripts beside this file share; they source it from the top of the tree.

say() {
    printf '\n=== %s\n' "$*"
}

# Name the commit to compare with: where main is left, on main itself the last one.
find_base() {
    local main
    main=$(git merge-base HEAD origin/main 2>/dev/null) || main=""
    if [ -n "$main" ] && [ "$main" != "$(git rev-parse HEAD)" ]; then
        echo "$main"
    else
        git rev-parse --quiet --verify HEAD~1
    fi
}

# Whether the commits since main, and the files not committed yet, leave these paths alone. Without a
# history everything counts as changed.
is_unchanged() {
    local base
    base=$(find_base) && git diff --quiet "$base" -- "$@" &&
        echo "nothing of this has changed since commit ${base:0:12}"
}

# Install what these extras name, without the project itself.
install_extras() {
    local packages
    mapfile -t packages < <(python - "$@" <<'EXTRAS'
import sys
import tomllib

with open("pyproject.toml", "rb") as file:
    project = tomllib.load(file)["project"]
found = [line for extra in sys.argv[1:] for line in project["optional-dependencies"][extra]]
print(*(line for line in found if not line.startswith(project["name"])), sep="\n")
EXTRAS
    )
    python -m pip install --quiet "${packages[@]}"
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
    export PYTHONPATH=src:server:protocol
    package=$(python -c 'import coalbaron_fast; print(coalbaron_fast.__file__)')
    case $package in
    "$PWD"/*) ;;
    *)
        echo "this is not the build under test: $package" >&2
        return 1
        ;;
    esac
    timeout 3600 python -m pytest -q -x -p no:cacheprovider --capture=sys \
        -m 'not slow and not oracle' \
        tests/games/coalbaron/core tests/games/coalbaron/test_pickles.py tests/games/fuzz tests/search \
        tests/envs/test_batch.py tests/envs/test_observation.py \
        tests/games/coalbaron/test_rulebook.py \
        tests/games/test_perft.py tests/games/ruhr/test_{agreement,endings,readers,sideways,turns}.py \
        tests/games/coalcountry/test_{agreement,knowledge,readers,turns}.py
    timeout 600 python -m tests.games.coalbaron.core.random_games --games 1000
}
