// Makes a checkout ready to run: dependencies, compiled code, the dashboard. Each step is skipped while what it is
// made from has not changed. Speaks on stderr only, so that commands keep stdout to themselves. Takes the steps that are
// named, or all: `node .config/prepare.mjs dependencies code`.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PNPM } from './pnpm.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const NAMED = process.argv.slice(2)
const STAMPS = join(ROOT, 'node_modules', '.prepared')
/** Words, mathematics and the client, which the dashboard is built with. */
const PURE = ['methods', 'answers', 'core', 'client', 'statistics', 'formats', 'replay']

process.chdir(ROOT)
if (!satisfies(process.versions.node)) {
  console.error(`cges-fleet needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
step('dependencies', ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests()], () => {
  pnpm('install', '--frozen-lockfile', '--prefer-offline', '--reporter=silent')
})
step('code', sources(['packages', 'apps', 'test', '.config'], /\.(ts|json)$/), () => {
  run(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc'), '-b', '.config/tsconfig.json'])
})
step(
  'bundles',
  [
    '.config/bundle-apps.mjs',
    '.config/bundling/own-places.mjs',
    'pnpm-lock.yaml',
    ...sources(['packages', 'apps'], /\.(ts|json)$/),
  ],
  () => {
    run(process.execPath, [join('.config', 'bundle-apps.mjs')])
  },
)
step('report', ['packages/report/build.mjs', ...pages()], () => {
  run(process.execPath, [join('packages', 'report', 'build.mjs')])
})
step('dashboard', pages(), () => {
  pnpm('--silent', '--dir', 'apps/dashboard', 'run', 'build')
})

/** What pages are made from, those of the dashboard and the one that is written to a file. */
function pages() {
  const folders = ['apps/dashboard', ...PURE.map((name) => `packages/${name}/src`)]
  return ['pnpm-lock.yaml', ...sources(folders, /\.(tsx?|mjs|json|css|svg|ico)$/)]
}

function satisfies(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
}

function step(name, inputs, work) {
  if (NAMED.length > 0 && !NAMED.includes(name)) return
  const stamp = join(STAMPS, name)
  const wanted = fingerprint(inputs)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error(`preparing ${name} …`)
  work()
  mkdirSync(STAMPS, { recursive: true })
  writeFileSync(stamp, wanted)
}

function fingerprint(files) {
  const hash = createHash('sha256').update(process.platform + process.arch)
  for (const file of files.toSorted()) hash.update(file).update(existsSync(file) ? readFileSync(file) : '')
  return hash.digest('hex')
}

function manifests() {
  const found = ['package.json', 'test/package.json']
  for (const group of ['apps', 'packages']) {
    for (const name of readdirSync(group)) found.push(`${group}/${name}/package.json`)
  }
  return found
}

function sources(folders, pattern) {
  return folders.flatMap((folder) => walk(folder)).filter((file) => pattern.test(file))
}

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'bundle', '.next', 'next-env.d.ts'].includes(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [path]
  })
}

// Named as a package outright: under another `npx`, that one's package would be taken for this one's.
function pnpm(...args) {
  run('npm', ['exec', '--yes', `--package=${PNPM}`, '--', 'pnpm', ...args])
}

function run(command, args) {
  const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', npm_config_loglevel: 'error' }
  const shown = spawnSync(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env: environment })
  if (shown.status === 0) return
  process.stderr.write(shown.stdout ?? '')
  console.error(shown.error?.message ?? `${command} ${args.join(' ')} failed`)
  process.exit(shown.status ?? 1)
}
