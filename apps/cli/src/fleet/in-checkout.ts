import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { RELEASE } from '@cges-fleet/core'
import { z } from 'zod'
import { fleetSource } from '../env.js'
import { UsageError } from '../errors.js'
import { ROOT } from '../paths.js'
import { countBytes } from '../shell/progress.js'

/** The script that prepares a checkout before it can run: dependencies, code, bundles, dashboard. */
const PREPARE = '.config/prepare.mjs'

/**
 * Runs the same command in a checkout of this release, for the npm package, which contains no database. The release's
 * source is fetched once, from `CGES_FLEET_SOURCE`, and kept; if that is not set, the error says where to get a
 * checkout.
 */
export async function inCheckout(args: readonly string[] = process.argv.slice(2)): Promise<never> {
  const { source, cache } = fleetSource()
  const folder = join(cache ?? join(homedir(), '.cache'), 'cges', RELEASE)
  if (!existsSync(join(folder, PREPARE))) await fetchInto(folder, source)
  const prepared = await run([join(folder, PREPARE)], folder)
  if (prepared !== 0) return process.exit(prepared)
  return process.exit(await run([join(folder, 'apps/cli/bundle/main.js'), ...args]))
}

async function fetchInto(folder: string, source: string | undefined): Promise<void> {
  if (source === undefined) throw new UsageError(NOWHERE)
  requireSafe(source)
  console.error(`fetching the fleet of cges ${RELEASE} from ${source} into ${folder}; this is done once …`)
  mkdirSync(join(folder, '..'), { recursive: true })
  const stage = mkdtempSync(`${folder}-`)
  try {
    const archive = join(stage, 'source.tar')
    await fetchTo(archive, source)
    await requirePinned(archive, source)
    const { status } = spawnSync('tar', ['-xf', archive, '-C', stage], { stdio: ['ignore', 'ignore', 'inherit'] })
    const unpacked = join(stage, `cges-fleet-${RELEASE}`)
    if (status !== 0 || !existsSync(join(unpacked, PREPARE))) {
      throw new UsageError(`${source} is not the source of cges ${RELEASE}, cges-fleet-${RELEASE}.tar`)
    }
    renameSync(unpacked, folder)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** What comes is run: it must come unchanged, over https, but from this machine itself. */
function requireSafe(source: string): void {
  if (!/^[a-z]+:\/\//iu.test(source)) return
  const { protocol, hostname } = new URL(source)
  if (protocol === 'https:' || (protocol === 'http:' && LOCAL.test(hostname))) return
  throw new UsageError(
    `CGES_FLEET_SOURCE is ${source}: give an address that begins with https://, or the path of a file`,
  )
}

const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])$/u

/** Compares an archive with the SHA-256 that its release wrote into this package, before anything of it is unpacked. */
async function requirePinned(archive: string, source: string): Promise<void> {
  const pinned = sourceSha256()
  if (pinned === null) {
    throw new UsageError(
      `This package of cges ${RELEASE} does not say which source is its own: it is of no release. Run the command in a checkout`,
    )
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(archive), hash)
  const found = hash.digest('hex')
  if (found === pinned) return
  throw new UsageError(
    `${source} is not the source of cges ${RELEASE}: its SHA-256 is ${found}, expected ${pinned}. Nothing of it was run. Get cges-fleet-${RELEASE}.tar from the release`,
  )
}

/** The SHA-256 of the release's source, from this package's own manifest; null in a package of no release. */
function sourceSha256(): string | null {
  const manifest = Manifest.safeParse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
  return manifest.success ? manifest.data.fleetSource.sha256 : null
}

const Manifest = z.object({ fleetSource: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }) })

async function fetchTo(file: string, source: string): Promise<void> {
  if (!/^https?:/u.test(source)) {
    if (!existsSync(source)) throw new UsageError(`${source} cannot be read: no such file`)
    return copyFileSync(source, file)
  }
  const response = await fetch(source, { redirect: 'follow' })
  requireSafe(response.url)
  if (!response.ok || response.body === null) throw new UsageError(`${source} answers ${response.status}`)
  const bytes = Number(response.headers.get('content-length'))
  await pipeline(Readable.fromWeb(response.body), countBytes('fetching', bytes || null), createWriteStream(file))
}

/** Runs a script of the checkout to its end and gives its status. Ctrl-C reaches it by itself; it ends first. */
async function run(args: readonly string[], cwd?: string): Promise<number> {
  const child = spawn(process.execPath, args, { cwd, stdio: 'inherit' })
  const stop = () => child.kill('SIGTERM')
  process.on('SIGTERM', stop)
  process.on('SIGINT', doNothing)
  const [code]: (number | null)[] = await once(child, 'exit')
  process.off('SIGTERM', stop)
  process.off('SIGINT', doNothing)
  return code ?? 1
}

function doNothing(): void {}

const NOWHERE =
  `This command needs a checkout of cges-fleet: the package cges ${RELEASE} leaves database, API, workers and dashboard out.\n` +
  `Set CGES_FLEET_SOURCE to the release's source, the address or path of cges-fleet-${RELEASE}.tar: it is fetched once and runs from\n` +
  'your cache. In a checkout of your own, with nothing but Node, `npm start` brings a whole fleet up.\n' +
  'A fleet that runs already needs neither: name it with --api or CGES_API.'
