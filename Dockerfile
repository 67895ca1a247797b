# Keepword, pinned by its lock file, as a user without rights. The folder /etc/keepword holds keepword.toml and the files
# beside it; /var/lib/keepword is the data folder (`data = "/var/lib/keepword"` in keepword.toml).
# With `--build-arg LOCK=requirements-vectors.lock` it holds the extra `vectors`, too (170 MB more).
FROM python:3.13-slim AS build
WORKDIR /src
RUN python -m venv /opt/keepword
ARG LOCK=requirements.lock
COPY requirements.lock requirements-vectors.lock ./
RUN /opt/keepword/bin/pip install --no-cache-dir --require-hashes -r "$LOCK"
COPY pyproject.toml README.md LICENSE ./
COPY config ./config
COPY keepword ./keepword
RUN /opt/keepword/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.13-slim
# The model's client trusts the system's certificates, which the slim image lacks.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /var/lib/keepword --create-home keepword
COPY --from=build /opt/keepword /opt/keepword
ENV PATH=/opt/keepword/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    KEEPWORD_CONFIG=/etc/keepword/keepword.toml
USER keepword
WORKDIR /var/lib/keepword
VOLUME /var/lib/keepword
# Unhealthy where nobody tries to read a mailbox any more; a server that cannot be reached is no reason to restart, nor is
# what waits for a person (`keepword health` without --alive tells both).
HEALTHCHECK --interval=60s --timeout=20s --start-period=120s CMD ["keepword", "health", "--alive"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["keepword"]
CMD ["run"]
