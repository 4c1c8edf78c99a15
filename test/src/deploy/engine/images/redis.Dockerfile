# Stands in for Docker Hub's redis image where no registry is reached: Debian's redis-server.
ARG DEBIAN
FROM ${DEBIAN}
RUN apt-get update && apt-get install --yes --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/* \
 && install --directory --owner redis --group redis /data \
 && printf '#!/bin/sh\nexec "$@"\n' > /usr/local/bin/docker-entrypoint.sh && chmod +x /usr/local/bin/docker-entrypoint.sh
VOLUME /data
WORKDIR /data
USER redis
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["redis-server", "--protected-mode", "no"]
