#!/bin/sh
# Starts Redis, as the arguments say, with the users of users.acl: the password of each is in a variable.
# What Redis reads holds hashes alone.
set -eu
here=$(dirname "$0")
users=$(mktemp)
rules=$(cat "$here/users.acl")
for name in CGES API COORDINATOR GATEWAY WORKER; do
  eval "password=\${${name}_PASSWORD:?set ${name}_PASSWORD to the password of the user of Redis}"
  hash=$(printf %s "$password" | sha256sum | cut -c 1-64)
  rules=$(printf '%s\n' "$rules" | sed "s/#$name /#$hash /")
done
printf '%s\n' "$rules" > "$users"
chmod 644 "$users"
exec "$@" --aclfile "$users"
