# Steps of a run, for `.ci/run` and `.ci/nightly`: what fails is told at the end, and keeps nothing else from running.

log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=()
took=()

need() { # need <command> <Debian package>: installs the package where the command is missing
  command -v "$1" >/dev/null 2>&1 && return
  local root=()
  if [ "$(id -u)" -ne 0 ]; then root=(sudo); fi
  if [ -z "${updated:-}" ]; then "${root[@]}" apt-get update -qq && updated=1; fi
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$2" >/dev/null
}

run() { # run <title> <command...>: shows the output, and keeps it for the closing count
  local title=$1 from=$SECONDS
  shift
  printf '\n== %s\n' "$title"
  NO_COLOR=1 "$@" 2>&1 | sed -u 's/\x1b\[[0-9;]*m//g' | tee -a "$log" || failed+=("$title")
  took+=("$(printf '%6d s  %s' $((SECONDS - from)) "$title")")
  printf -- '-- %d s: %s\n' $((SECONDS - from)) "$title"
}

closing() { # the seconds of each step, what failed, and the count; fails where anything did
  local counts
  # Each vitest run closes with a line such as «Tests  12 passed (12)»; their sum is the closing line here.
  counts=$(awk '/^ *Tests +/ {
    for (i = 1; i < NF; i++) { if ($(i + 1) ~ /^passed/) p += $i; if ($(i + 1) ~ /^failed/) f += $i }
  } END { printf "%d passed, %d failed\n", p, f; exit p == 0 || f > 0 }' "$log") || failed+=('the count of tests')
  printf '\nSeconds of each step\n'
  printf '%s\n' "${took[@]}" "$(printf '%6d s  in all' "$SECONDS")"
  printf '\n'
  if [ "${#failed[@]}" -gt 0 ]; then printf 'failed: %s\n' "${failed[@]}"; fi
  printf '%s\n' "$counts"
  [ "${#failed[@]}" -eq 0 ]
}
