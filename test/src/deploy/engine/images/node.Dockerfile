# Stands in for Docker Hub's node image where no registry is reached: npm's own packages of Node and npm on Debian.
ARG DEBIAN
FROM ${DEBIAN}
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY certificates.crt /etc/ssl/certs/ca-certificates.crt
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
 && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
 && chmod +x /usr/local/bin/node /usr/local/lib/node_modules/npm/bin/*.js
CMD ["node"]
