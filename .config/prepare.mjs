// Makes a checkout ready: dependencies, compiled code, the dashboard. Each step is skipped while what it is made from has
// not changed. Speaks on stderr only, so that commands keep stdout to themselves. Takes the steps that are named, or all
// that tests need: `node .config/prepare.mjs dependencies code`. `node .config/prepare.mjs run` makes ready what running
// needs, without the compiler, the linters and the tests' own packages, unless they are installed already; and
// `node .config/prepare.mjs command-line` the same without the dashboard.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneAtATime } from './one-at-a-time.mjs'
import { PNPM } from './pnpm.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const STAMPS = join(ROOT, 'node_modules', '.prepared')
const RUNS = ['run', 'command-line'].includes(process.argv[2])
const INSTALL = ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=silent']
const HAS_PAGES = process.argv[2] !== 'command-line'
const NAMED = RUNS ? [] : process.argv.slice(2)
const TITLES = {
  running: 'Installing packages',
  dependencies: 'Installing packages',
  transpiled: 'Compiling',
  code: 'Compiling',
  report: 'Building the report page',
  bundles: 'Bundling the programs',
  site: 'Building the documentation',
  dashboard: 'Building the dashboard',
}
/** Words, mathematics and the client, which the dashboard is built with. */
const PURE = ['methods', 'answers', 'core', 'client', 'statistics', 'formats', 'replay']

process.chdir(ROOT)
if (!satisfies(process.versions.node)) {
  console.error(`cges-fleet needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
if (!isPrepared()) {
  await lock()
  for (const step of steps()) await take(step)
}

/**
 * Whether nothing is to be done, so that a start waits for no other and writes nothing. A step under way is never whole:
 * its stamp is empty.
 */
function isPrepared() {
  return steps().every(({ name, inputs }) => isStamped(join(STAMPS, name), fingerprint(inputs())))
}

async function lock() {
  try {
    await oneAtATime(join(STAMPS, 'by'))
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
    console.error(
      `This checkout is not prepared, and you may not write to ${ROOT}. As its owner, run once: node ${join(ROOT, '.config/prepare.mjs')} ${process.argv.slice(2).join(' ')}`,
    )
    process.exit(1)
  }
}

/** The steps that are asked for, in order. */
function steps() {
  const all = [...(isRunOnly() ? runSteps() : codeSteps()), ...pageSteps()]
  return all.filter(({ name }) => NAMED.length === 0 || NAMED.includes(name))
}

/** Whether packages are installed without the compiler. */
function isRunOnly() {
  return RUNS && !existsSync(join(STAMPS, 'dependencies'))
}

function runSteps() {
  return [
    { name: 'running', inputs: packages, work: () => pnpm(...INSTALL, '--prod') },
    {
      name: 'transpiled',
      inputs: () => ['.config/transpile.mjs', ...sources(['packages', 'apps'], /\.(ts|json)$/)],
      work: () => node('.config/transpile.mjs'),
    },
  ]
}

function codeSteps() {
  return [
    { name: 'dependencies', inputs: packages, work: () => pnpm(...INSTALL) },
    {
      name: 'code',
      inputs: () => sources(['packages', 'apps', 'test', '.config'], /\.(ts|json)$/),
      work: () => node('node_modules/typescript/bin/tsc', '-b', '.config/tsconfig.json'),
    },
  ]
}

function pageSteps() {
  const site = { name: 'site', inputs: documents, work: () => node('.config/docs.mjs') }
  return [
    {
      name: 'report',
      inputs: () => ['packages/report/build.mjs', ...pages()],
      work: () => node('packages/report/build.mjs'),
    },
    {
      name: 'bundles',
      inputs: bundled,
      work: () => node('.config/bundle-apps.mjs', ...(isRunOnly() ? ['--no-maps'] : [])),
    },
    ...(NAMED.includes('site') ? [site] : []),
    ...(HAS_PAGES ? [{ name: 'dashboard', inputs: pages, work: buildDashboard }] : []),
  ]
}

function bundled() {
  const scripts = ['.config/bundle-apps.mjs', '.config/bundling/own-places.mjs', 'pnpm-lock.yaml']
  return [...scripts, ...sources(['packages', 'apps'], /\.(ts|json)$/), ...pages()]
}

async function buildDashboard() {
  await pnpm('--silent', '--dir', 'apps/dashboard', 'run', 'build')
  if (isRunOnly()) {
    keepServer('apps/dashboard/.next')
    deleteMaps(realpathSync('apps/dashboard/node_modules/next/dist'))
  }
}

/** Deletes what the dashboard's server was built from: it has copies of what it needs. */
function keepServer(folder) {
  for (const name of readdirSync(folder).filter((each) => each !== 'standalone')) {
    rmSync(join(folder, name), { recursive: true })
  }
}

/** Deletes the source maps of Next.js, 73 MB: they only name its own lines in stack traces. The package manager's store keeps them. */
function deleteMaps(folder) {
  for (const name of readdirSync(folder, { recursive: true })) if (name.endsWith('.map')) rmSync(join(folder, name))
}

/** The sources of pages: those of the dashboard and the report that is written to a file. */
function pages() {
  const folders = ['apps/dashboard', ...PURE.map((name) => `packages/${name}/src`)]
  return ['pnpm-lock.yaml', ...sources(folders, /\.(tsx?|mjs|json|css|svg|ico)$/)]
}

/** The sources of the documentation's site. Only who names it needs it: `check` and some of the longer tests. */
function documents() {
  const ownFiles = readdirSync('.').filter((file) => file.endsWith('.md'))
  const folders = ['.config/docs', 'docs', 'k8s', 'packages/core/src']
  return ['package.json', '.config/docs.mjs', 'apps/dashboard/src/ui/tokens.css', ...ownFiles, ...sources(folders, /./)]
}

function satisfies(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
}

async function take(step) {
  const stamp = join(STAMPS, step.name)
  const wanted = fingerprint(step.inputs())
  if (isStamped(stamp, wanted)) return
  // What is half made is no longer what an earlier stamp says. The file itself says which packages are installed.
  if (existsSync(stamp)) writeFileSync(stamp, '')
  await told(`${TITLES[step.name]} …`, step.work)
  mkdirSync(STAMPS, { recursive: true })
  writeFileSync(stamp, wanted)
}

function isStamped(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

/** Prints each step as it runs; on a terminal also its elapsed time, since some take minutes. */
async function told(what, work) {
  if (!process.stderr.isTTY) {
    console.error(what)
    return work()
  }
  const began = performance.now()
  const show = () => process.stderr.write(`\r${what} ${Math.round((performance.now() - began) / 1000)} s`)
  show()
  const shown = setInterval(show, 1000)
  await work()
  clearInterval(shown)
  process.stderr.write('\n')
}

function fingerprint(files) {
  const hash = createHash('sha256').update(process.platform + process.arch)
  for (const file of files.toSorted()) hash.update(file).update(existsSync(file) ? readFileSync(file) : '')
  return hash.digest('hex')
}

/** What the packages to install follow from. */
function packages() {
  const found = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', 'test/package.json']
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

// The package is named explicitly: under another `npx`, that one's package would be used instead.
function pnpm(...args) {
  return run('npm', ['exec', '--yes', `--package=${PNPM}`, '--', 'pnpm', ...args])
}

function node(script, ...args) {
  return run(process.execPath, [join(...script.split('/')), ...args])
}

async function run(command, args) {
  const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', npm_config_loglevel: 'error' }
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env: environment })
  const printed = []
  child.stdout.on('data', (chunk) => printed.push(chunk))
  const [status] = await once(child, 'close').catch((error) => {
    console.error(error.message)
    return [1]
  })
  if (status === 0) return
  for (const chunk of printed) process.stderr.write(chunk)
  console.error(`${command} ${args.join(' ')} failed`)
  process.exit(status ?? 1)
}
