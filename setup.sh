# Sourced by run, test and bench (POSIX sh): makes .venv hold exactly the locked packages.
# $need is empty (to serve) or "dev" (to test and measure).

say() { printf '%s\n' "splendor: $*" >&2; }
fail() { say "$*"; exit 1; }
as_root() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }
apt_install() { apt-get update -qq >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }

python_ok() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
find_python() {
  for python in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11; do
    if python_ok "$python"; then return 0; fi
  done
  fail "needs Python 3.11 or newer; none was found (set PYTHON to its path)."
}

make_venv() {
  find_python
  say "making .venv with $("$python" --version)"
  # A venv that was moved or half made is made anew; Debian ships Python without venv.
  rm -rf .venv
  if ! "$python" -m venv .venv >/dev/null 2>&1; then
    if as_root; then
      say "installing python3-venv"
      apt_install python3-venv || fail "could not install python3-venv."
      rm -rf .venv && "$python" -m venv .venv >/dev/null || fail "could not make .venv."
    else
      fail "Python's venv module is missing; on Debian and Ubuntu: sudo apt-get install python3-venv"
    fi
  fi
}

install_locked() {
  lock="requirements${need:+-$need}.lock"
  stamp=".venv/.installed${need:+-$need}"
  if [ -x .venv/bin/python ] && [ "$(cat .venv/.home 2>/dev/null)" = "$(pwd)" ] && cmp -s "$lock" "$stamp" && cmp -s pyproject.toml .venv/.project; then
    return 0
  fi
  if ! python_ok .venv/bin/python || [ "$(cat .venv/.home 2>/dev/null)" != "$(pwd)" ]; then make_venv; fi
  say "installing the packages of $lock"
  .venv/bin/python -m pip install --quiet --disable-pip-version-check uv==0.13.9 2>.venv/.log || { cat .venv/.log >&2; fail "could not install uv: is there a network?"; }
  # Where a proxy looks into TLS the machine trusts it, and uv by itself would not.
  export UV_SYSTEM_CERTS=1 UV_NATIVE_TLS=1
  .venv/bin/uv pip install --quiet --python .venv/bin/python --require-hashes -r "$lock" || fail "could not install the packages of $lock."
  .venv/bin/uv pip install --quiet --python .venv/bin/python --no-deps -e . || fail "could not install this project into .venv."
  pwd >.venv/.home
  cp pyproject.toml .venv/.project
  cp "$lock" "$stamp"
}

install_locked
