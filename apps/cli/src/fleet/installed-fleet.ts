import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { RELEASE } from '@cges-fleet/core'
import { z } from 'zod'
import { fleetPackage } from '../env.js'
import { UsageError } from '../errors.js'
import { ROOT } from '../paths.js'

/** What may be installed, each with its hash: written into the package `cges` with the release. */
const LOCK = join(ROOT, 'fleet-lock.json')
const ENTRY = 'node_modules/cges-fleet/apps/cli/bundle/main.js'

const Lock = z.looseObject({
  packages: z.looseObject({ 'node_modules/cges-fleet': z.looseObject({ integrity: z.string().min(20) }) }),
})
type Lock = z.infer<typeof Lock>

/**
 * Runs the same command in the package `cges-fleet`, for the package `cges`, which contains no database. npm installs it
 * once, with the PostgreSQL of this platform, and refuses anything but what the lock names.
 */
export async function runInstalledFleet(args: readonly string[] = process.argv.slice(2)): Promise<never> {
  const { source, cache } = fleetPackage()
  const lock = Lock.parse(JSON.parse(readFileSync(LOCK, 'utf8')))
  const hash = Buffer.from(lock.packages['node_modules/cges-fleet'].integrity.slice('sha512-'.length), 'base64')
  const folder = join(cache ?? join(homedir(), '.cache'), 'cges', `${RELEASE}-${hash.toString('hex').slice(0, 12)}`)
  if (!existsSync(join(folder, ENTRY))) await installInto(folder, lock, source)
  return process.exit(await run(process.execPath, [join(folder, ENTRY), ...args]))
}

async function installInto(folder: string, lock: Lock, source: string | undefined): Promise<void> {
  console.error(`Installing the fleet of cges ${RELEASE} into ${folder}, once: 125 MB …`)
  mkdirSync(join(folder, '..'), { recursive: true })
  const stage = mkdtempSync(`${folder}-`)
  try {
    const { project, pinned } = npmFiles(lock, source)
    writeFileSync(join(stage, 'package.json'), JSON.stringify(project))
    writeFileSync(join(stage, 'package-lock.json'), JSON.stringify(pinned))
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel', 'error']
    const status = await run('npm', ['ci', ...options], stage)
    if (status !== 0 || !existsSync(join(stage, ENTRY))) throw new UsageError(notInstalled(source))
    // PostgreSQL's own user must reach its programs, where root installs them.
    chmodSync(stage, 0o755)
    renameSync(stage, folder)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** The project that npm installs: the fleet of this release, from the registry or from where `source` says. */
function npmFiles(lock: Lock, source: string | undefined) {
  if (source === undefined) return { project: lock.packages[''], pinned: lock }
  const place = /^https?:/u.test(source) ? source : `file:${existing(source)}`
  const project = { dependencies: { 'cges-fleet': place } }
  const fleet = { ...lock.packages['node_modules/cges-fleet'], resolved: place }
  return { project, pinned: { ...lock, packages: { ...lock.packages, '': project, 'node_modules/cges-fleet': fleet } } }
}

function existing(path: string): string {
  if (existsSync(path)) return resolve(path)
  throw new UsageError(`CGES_FLEET_PACKAGE names ${path}: there is no such file`)
}

function notInstalled(source: string | undefined): string {
  const from = source === undefined ? 'npm’s registry' : source
  return (
    `npm could not install the fleet of cges ${RELEASE} from ${from}: see its message above. Nothing of it was run.\n` +
    `Without the registry, set CGES_FLEET_PACKAGE to the release's cges-fleet-${RELEASE}.tgz (address or path) and DATABASE_URL to a PostgreSQL.\n` +
    'If a fleet runs already, name it with --api or CGES_API.'
  )
}

/** Runs a program to its end and gives its status. Ctrl-C reaches it by itself; it ends first. */
async function run(command: string, args: readonly string[], cwd?: string): Promise<number> {
  const stop = () => child.kill('SIGTERM')
  process.on('SIGTERM', stop)
  process.on('SIGINT', doNothing)
  const child = spawn(command, args, { cwd, stdio: ['inherit', cwd === undefined ? 'inherit' : 2, 'inherit'] })
  const [code] = (await once(child, 'exit').catch((cause: unknown) => {
    throw new UsageError(
      `${command} could not be started: ${cause instanceof Error ? cause.message : 'no reason given'}`,
    )
  })) as [number | null]
  process.off('SIGTERM', stop)
  process.off('SIGINT', doNothing)
  return code ?? 1
}

function doNothing(): void {}
