"""Guards of the house: what the layout, the locks, the scripts and the wheel promise."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from keepword.config import load

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ("demo", "test", "check", "lock")
LOCKS = ("requirements.lock", "requirements-vectors.lock", "requirements-dev.lock")
EXTRAS = ("demo", "cosmos", "oauth")
PIN = re.compile(r"([a-z0-9][a-z0-9._-]*)==(\S+)( ; [^\\]+?)? \\")


def ran(*command: str, cwd: Path = ROOT, **env: str) -> str:
    """Run a command that must succeed, and return what it printed."""
    result = subprocess.run(
        command, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, timeout=120, check=False
    )
    assert (0, command) == (result.returncode, command), result.stdout + result.stderr
    return result.stdout


def modules() -> Iterator[Path]:
    """Go through the package's modules."""
    return (ROOT / "keepword").rglob("*.py")


def pins(lock: str) -> dict[str, str]:
    """Return the versions by name that a lock file names."""
    lines = (ROOT / lock).read_text("utf-8").splitlines()
    return {m[1]: m[2] for m in map(PIN.fullmatch, lines) if m}


def test_python_s_own_threading_is_found_at_the_root() -> None:
    """A folder `threading` at the root would shadow the standard library for every process started there."""
    found = ran(sys.executable, "-c", "import threading; print(threading.__file__)")
    assert found.startswith(str(Path(os.__file__).parent))


def test_no_module_is_run_by_its_folder() -> None:
    """`python keepword/…` would put our `threading` in front of Python's, so there is no `__main__`."""
    assert [] == [str(m) for m in modules() if m.name == "__main__.py"]


def test_tests_are_no_packages() -> None:
    """With `--import-mode=importlib` a test folder needs no `__init__`, and none may hide a module."""
    assert [] == list((ROOT / "tests").rglob("__init__.py"))


def test_modules_stay_short() -> None:
    """A module of 400 lines holds more than one concept."""
    assert [] == [str(m) for m in modules() if len(m.read_text("utf-8").splitlines()) >= 400]


def test_imports_point_one_way() -> None:
    """The import rules of pyproject.toml hold."""
    assert "0 broken" in ran(str(Path(sys.executable).parent / "lint-imports"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built from the tree."""
    folder = tmp_path_factory.mktemp("wheel")
    ran(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_all_that_is_read_at_run_time(wheel: Path) -> None:
    """Modules, SQL, the mark of typing and the starter are in the wheel; tests and tools are not."""
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    source = {
        str(p.relative_to(ROOT)) for kind in ("*.py", "*.sql", "*.typed") for p in (ROOT / "keepword").rglob(kind)
    }
    starter = {
        f"keepword/starter/{p.relative_to(ROOT / 'config')}" for p in (ROOT / "config").rglob("*") if p.is_file()
    }
    assert set() == (source | starter) - inside
    assert {"keepword", "keepword-0.1.0.dist-info"} == {name.split("/")[0] for name in inside}


def test_the_wheel_works_away_from_the_tree(wheel: Path, tmp_path: Path) -> None:
    """Unpacked elsewhere, it writes a starter and reads it."""
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    program = (
        "import os, pathlib, keepword; from keepword.agent.starter import write_starter; from keepword.config import load\n"
        "write_starter(pathlib.Path('shop')); print(keepword.__file__)\n"
        "print(load(pathlib.Path('shop/keepword.toml'), os.environ).mailboxes[0].name)"
    )
    printed = ran(
        sys.executable,
        "-c",
        program,
        cwd=tmp_path,
        PYTHONPATH=str(site),
        KEEPWORD_SECRET="k" * 32,
        KEEPWORD_SUPPORT_PASSWORD="p",
    )
    assert [str(site / "keepword" / "__init__.py"), "support"] == printed.split()


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_names_versions_and_hashes_only(lock: str) -> None:
    """No address of an index and no path is in a lock, and everything has a hash."""
    lines = (ROOT / lock).read_text("utf-8").splitlines()
    hashed = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
    assert [] == [line for line in lines if not PIN.fullmatch(line) and not hashed.fullmatch(line)]
    assert 60 < len(pins(lock))


def test_the_locks_agree() -> None:
    """What runs the product is tested in the very same versions."""
    run, vectors, dev = (pins(lock) for lock in LOCKS)
    assert {} == {name: version for name, version in vectors.items() if dev.get(name) != version}
    assert run.items() <= vectors.items()


@pytest.mark.parametrize(("lock", "extras"), [(LOCKS[0], EXTRAS), (LOCKS[1], (*EXTRAS, "vectors")), (LOCKS[2], None)])
def test_a_lock_satisfies_the_project(lock: str, extras: tuple[str, ...] | None) -> None:
    """Every dependency that pyproject.toml names is locked, in a version that it allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    optional = project["optional-dependencies"]
    named = [*project["dependencies"], *(d for e in extras or optional for d in optional[e])]
    locked = pins(lock)
    wanted = [Requirement(d) for d in named]
    assert [] == [str(w) for w in wanted if not w.specifier.contains(locked.get(canonicalize_name(w.name), "0"))]


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_can_be_run(script: str) -> None:
    """Each script is executable and POSIX shell without a syntax error."""
    path = ROOT / "scripts" / script
    assert os.access(path, os.X_OK)
    assert ran("sh", "-n", str(path)) == ""


def test_a_script_says_what_it_lacks(tmp_path: Path) -> None:
    """Where there is no Python that is new enough, a script says so and how to get one, and does nothing."""
    old = tmp_path / "python-old"
    old.write_text("#!/bin/sh\nexit 1\n", "utf-8")
    old.chmod(0o755)
    result = subprocess.run(
        [str(ROOT / "scripts" / "demo")],
        env={**os.environ, "PYTHON": str(old), "KEEPWORD_VENV": str(tmp_path / "venv")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert 2 == result.returncode
    assert "needs Python 3.11 or later; install it" in result.stderr
    assert not (tmp_path / "venv").exists()


def test_the_settings_of_the_trial_hold(tmp_path: Path) -> None:
    """The settings that compose.yaml gives its container have no fault beside the shop's own files."""
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    shutil.copytree(ROOT / "config", tmp_path, dirs_exist_ok=True)
    path = tmp_path / "keepword.toml"
    path.write_text(compose["configs"]["keepword"]["content"], "utf-8")
    settings = load(path, {"KEEPWORD_SECRET": "k" * 32, "SUPPORT_PASSWORD": "secret"})
    assert ("auto", ()) == (settings.mailboxes[0].mode, settings.notes)


@pytest.mark.parametrize(
    "file", ["Dockerfile", "compose.yaml", ".dockerignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"]
)
def test_the_house_has_its_papers(file: str) -> None:
    """Each file that the README sends a reader to is there and not empty."""
    assert (ROOT / file).read_text("utf-8").strip()
