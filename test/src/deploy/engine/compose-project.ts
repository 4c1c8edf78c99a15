import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Scalar, stringify } from 'yaml'
import { z } from 'zod'
import { freePort } from '../../support/redis.js'
import { APPS } from '../dockerfile-offences.js'
import { type Docker, run } from './docker.js'
import { type BaseImages, storeImages } from './image-recipes.js'

const PORTS = ['API_PORT', 'DASHBOARD_PORT', 'POSTGRES_PORT', 'REDIS_PORT'] as const

/** Which fleet Compose brings up: a checkout's, with images of one version. */
export interface Release {
  readonly root: string
  readonly version: string
}

/** Profiles that are asked for, what the shell says then, and images without a GPU in place of some of their services'. */
interface Profiles {
  readonly profiles: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly images?: Readonly<Record<string, string>>
}

/** The Compose file's fleet under a name of its own, on ports that nobody uses. */
export class ComposeProject {
  #release: Release
  readonly #override: string
  #images: Readonly<Record<string, string>> = {}
  #enabled: Profiles = { profiles: [], env: {} }
  readonly #name = `cges-engine-${process.pid}`

  private constructor(
    private readonly docker: Docker,
    private readonly ports: Readonly<Record<string, string>>,
    folder: string,
    release: Release,
  ) {
    this.#release = release
    this.#override = join(folder, 'compose-override.yml')
    this.become(release, {})
  }

  static async create(docker: Docker, folder: string, release: Release): Promise<ComposeProject> {
    const ports = await Promise.all(PORTS.map(async (name) => [name, String(await freePort())] as const))
    return new ComposeProject(docker, Object.fromEntries(ports), folder, release)
  }

  get api(): string {
    return `http://127.0.0.1:${this.ports['API_PORT']}`
  }

  get dashboard(): string {
    return `http://127.0.0.1:${this.ports['DASHBOARD_PORT']}`
  }

  /** Turns to another release's file, with other images than it names for some of its services: those without a digest. */
  become(release: Release, images: Readonly<Record<string, string>>): void {
    this.#release = release
    const named = storeImages(readFileSync(join(release.root, 'docker-compose.yml'), 'utf8'))
    this.#images = Object.fromEntries(Object.entries(images).filter(([service]) => service in named))
    this.#write({})
  }

  /** Lets the simulated model take so many times longer than usual, and brings everything up so. */
  async pace(scale: number): Promise<void> {
    this.#write(scale === 1 ? {} : { simulator: { environment: { TIME_SCALE: String(scale) } } })
    await this.up()
  }

  /** The file as Compose reads it with these profiles. */
  async config(enabled: Profiles): Promise<unknown> {
    return JSON.parse(await this.#compose(['config', '--format', 'json'], { enabled }))
  }

  /** Has profiles come up with everything else from now on. */
  enable(enabled: Profiles): void {
    this.#enabled = enabled
    this.#write({})
  }

  /** Takes down what profiles brought. */
  async disable(...services: readonly string[]): Promise<void> {
    await this.#compose(['rm', '--stop', '--force', ...services], { minutes: 3 })
    this.#enabled = { profiles: [], env: {} }
    this.#write({})
  }

  #write(others: Readonly<Record<string, object>>): void {
    const images = Object.entries(this.#images).map(([service, image]) => [service, { image }])
    const standIns = Object.entries(this.#enabled.images ?? {}).map(([service, image]) => [service, onNoGpu(image)])
    const services = { ...Object.fromEntries([...images, ...standIns]), ...others }
    writeFileSync(this.#override, stringify({ services }))
  }

  /** Brings everything up as the handbook says, from images that are there, and waits until it is healthy. */
  async up(...options: readonly string[]): Promise<void> {
    await this.#compose(['up', '--detach', '--no-build', '--wait', '--wait-timeout', '240', ...options], { minutes: 6 })
  }

  /** Stops everything, what needs others before those. */
  async stop(): Promise<void> {
    await this.#compose(['stop'], { minutes: 4 })
  }

  /** Takes everything down; its data stays unless volumes go too. */
  async down(...options: readonly string[]): Promise<void> {
    await this.#compose(['down', ...options], { minutes: 4 })
  }

  async containers(service?: string): Promise<Container[]> {
    const all = readContainers(await this.#compose(['ps', '--all', '--format', 'json']))
    return service === undefined ? all : all.filter((container) => container.Service === service)
  }

  #compose(args: readonly string[], { minutes = 1, enabled = this.#enabled }: How = {}): Promise<string> {
    const { root, version } = this.#release
    const files = ['--file', join(root, 'docker-compose.yml'), '--file', this.#override]
    const [command = '', ...before] = this.docker.compose
    const env = { ...this.docker.environment, ...this.ports, CGES_VERSION: version, ...enabled.env }
    const profiles = enabled.profiles.flatMap((name) => ['--profile', name])
    const project = ['--project-name', this.#name, '--project-directory', root, '--progress', 'quiet', ...profiles]
    return run(command, [...before, ...project, ...files, ...args], { minutes, env })
  }
}

interface How {
  readonly minutes?: number
  readonly enabled?: Profiles
}

/** Another image for a service, which then wants no GPU. */
function onNoGpu(image: string): object {
  const nothing = new Scalar(null)
  nothing.tag = '!reset'
  return { image, deploy: nothing }
}

/** A container as `docker compose ps --format json` has it. */
const Container = z.object({
  ID: z.string(),
  Name: z.string(),
  Service: z.string(),
  State: z.string(),
  Health: z.string(),
  ExitCode: z.int(),
})
type Container = z.infer<typeof Container>

/** Reads what `docker compose ps --format json` writes: a line each, or one list. */
export function readContainers(text: string): Container[] {
  const parsed = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line))
  return z.array(Container).parse(parsed.flat())
}

/** Those that are not as they should be once the project is up: running and healthy, or ended well. */
export function notUp(containers: readonly Container[]): string[] {
  return containers
    .filter(({ State, Health, ExitCode }) =>
      State === 'running' ? Health !== 'healthy' : State !== 'exited' || ExitCode !== 0,
    )
    .map(({ Name, State, Health, ExitCode }) => `${Name} is ${State} ${Health}${State === 'exited' ? ExitCode : ''}`)
}

type App = (typeof APPS)[number]

export const imageOf = (app: App, version: string): string => `cges-fleet-${app}:${version}`

/** Builds one target of a checkout's `apps/Dockerfile`, from images made by hand where there are such. */
export async function buildImage(
  docker: Docker,
  app: App,
  { root, version }: Release,
  bases: BaseImages | null,
): Promise<void> {
  const args = bases === null ? [] : ['--build-arg', `NODE=${bases.node}`, '--build-arg', `DEBIAN=${bases.debian}`]
  const recipe = ['--file', join(root, 'apps/Dockerfile'), '--target', app]
  await docker.run(
    ['build', '--quiet', '--network', 'host', ...args, ...recipe, '--tag', imageOf(app, version), root],
    { minutes: 20 },
  )
}
