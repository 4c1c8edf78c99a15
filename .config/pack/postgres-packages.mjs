import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages of PostgreSQL's programs, one a platform, each with its version. */
export function postgresVersions(root) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'packages/db/package.json'), 'utf8'))
  return optionalDependencies
}

/** Writes the lock that a fleet is installed by: what npm may install, each with the hash it must have. */
export function fleetLock(root, { version, integrity, dependencies }) {
  const postgres = postgresVersions(root)
  const bundled = Object.entries(dependencies).map(([name, each]) => [
    `node_modules/cges-fleet/node_modules/${name}`,
    { version: each, inBundle: true },
  ])
  const fleet = {
    version,
    integrity,
    dependencies,
    bundleDependencies: Object.keys(dependencies),
    optionalDependencies: postgres,
    bin: { 'cges-fleet': 'apps/cli/bundle/main.js' },
  }
  return {
    name: 'cges-installed-fleet',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { dependencies: { 'cges-fleet': version } },
      'node_modules/cges-fleet': fleet,
      ...Object.fromEntries(bundled),
      ...Object.fromEntries(Object.entries(postgres).map((each) => lockedPostgres(root, each))),
    },
  }
}

/** What pnpm's lock file says of a package, as npm writes it. */
function lockedPostgres(root, [name, version]) {
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
  const found = lock.indexOf(`\n  '${name}@${version}':\n`)
  if (found < 0) throw new Error(`pnpm-lock.yaml has no ${name}@${version}`)
  const [, block = ''] = lock.slice(found + 1).split(/^ {2}\S.*:\n/mu)
  const [, integrity] = /integrity: ([^}]+)\}/u.exec(block) ?? []
  const listed = (field) => (new RegExp(`^ {4}${field}: \\[(.*)\\]$`, 'mu').exec(block)?.[1] ?? '').split(', ')
  return [`node_modules/${name}`, { version, integrity, cpu: listed('cpu'), os: listed('os'), optional: true }]
}
