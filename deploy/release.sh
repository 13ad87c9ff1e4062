# Read by up and systemd/install: what a release is made of, and its name.

# what the site reads while it runs, and what installs it
parts="manage.py run.py pyproject.toml config rules tournaments referee templates static locale tests/scenarios requirements deploy"

# The name of the release in a checkout: its version, how many commits there are and the last of them, as git describes
# one, so that `git checkout NAME` finds it again. Where git does not know, or something was changed since, a sum of what
# is in it.
release_of() (
    cd "$1"
    version=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml | head -n 1)
    # shellcheck disable=SC2086
    if [ -e .git ] && commit=$(git rev-parse --short=12 HEAD 2>/dev/null) &&
        changed=$(git --no-optional-locks status --porcelain -- $parts 2>/dev/null) && [ -z "$changed" ]; then
        echo "$version-$(git rev-list --count HEAD)-g$commit"
    else
        sum=$(find $parts -type f ! -path '*/__pycache__/*' ! -path deploy/.env -print0 | LC_ALL=C sort -z |
            xargs -0 sha256sum | sha256sum | cut -c 1-12)
        echo "$version-$sum"
    fi
)
