import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ignoredBy } from './ignored-by.js'
import { parseDockerfile, type Stage, type Step } from './parse-dockerfile.js'
import { ROOT } from './root.js'

const BUILDER = 65_534

/** A stage once built: a folder that stands for its root, and what its command starts with. */
export interface Built {
  readonly root: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly command: readonly string[]
}

/**
 * Does what `docker build` would with our Dockerfile, in folders instead of images and on this machine's Node: every
 * COPY, every RUN as an unprivileged user with a home of its own. What it cannot show is the base image.
 */
export class ImageBuilder {
  readonly folder = mkdtempSync(join(tmpdir(), 'cges-image-'))
  readonly #stages = parseDockerfile(readFileSync(`${ROOT}apps/Dockerfile`, 'utf8'))
  readonly #built = new Map<string, Promise<Built>>()
  readonly #home = join(this.folder, 'home')

  constructor() {
    chmodSync(this.folder, 0o755)
    mkdirSync(this.#home)
    this.#give(this.#home)
  }

  build(name: string): Promise<Built> {
    const known = this.#built.get(name) ?? this.#build(name)
    this.#built.set(name, known)
    return known
  }

  /** Who runs what is built here: an unprivileged user where this process may choose. */
  get user(): { uid?: number; gid?: number } {
    return process.getuid?.() === 0 ? { uid: BUILDER, gid: BUILDER } : {}
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #build(name: string): Promise<Built> {
    const stage = this.#stages.find((one) => one.name === name)
    if (stage === undefined) throw new Error(`there is no stage ${name}`)
    const root = join(this.folder, 'stages', name)
    let state: Built = { ...(await this.#base(stage, root)), root }
    for (const step of stage.steps) state = await this.#take(step, state)
    return state
  }

  async #base(stage: Stage, root: string): Promise<Omit<Built, 'root'>> {
    mkdirSync(root, { recursive: true })
    if (!this.#stages.some(({ name }) => name === stage.from)) return { cwd: '/', env: {}, command: [] }
    const base = await this.build(stage.from)
    // Hard links: a stage only adds files or replaces them whole.
    spawnSync('cp', ['-al', `${base.root}/.`, root])
    return base
  }

  async #take(step: Step, state: Built): Promise<Built> {
    switch (step.kind) {
      case 'workdir':
        mkdirSync(join(state.root, step.path), { recursive: true })
        this.#give(join(state.root, step.path))
        return { ...state, cwd: step.path }
      case 'env':
        return { ...state, env: { ...state.env, ...step.variables } }
      case 'cmd':
        return { ...state, command: step.words }
      case 'user':
        return state
      case 'copy':
        await this.#copy(step, state)
        return state
      case 'run':
        await this.#run(step.command, state)
        return state
    }
  }

  async #copy(step: Step & { kind: 'copy' }, state: Built): Promise<void> {
    const to = join(state.root, resolve(state.cwd, step.to))
    if (step.from === null) {
      const ignored = ignoredBy(readFileSync(`${ROOT}.dockerignore`, 'utf8'))
      for (const file of contextFiles('', ignored).filter((path) => covered(path, step.sources))) {
        mkdirSync(dirname(join(to, file)), { recursive: true })
        cpSync(join(ROOT, file), join(to, file))
      }
      this.#give(to)
      return
    }
    // The runtime itself is this machine's.
    if (step.from === 'node') return
    const from = (await this.build(step.from)).root
    mkdirSync(to, { recursive: true })
    for (const source of step.sources) spawnSync('cp', ['-al', `${join(from, source)}/.`, to])
  }

  async #run(command: string, { root, cwd, env }: Built): Promise<void> {
    const { PATH = '' } = process.env
    const child = spawn('/bin/sh', ['-c', command], {
      cwd: join(root, cwd),
      env: { PATH, HOME: this.#home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...this.user,
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-4000)
      })
    }
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${command} ended with ${String(code)}:\n${said}`)
  }

  #give(path: string): void {
    if (this.user.uid !== undefined) spawnSync('chown', ['-R', `${BUILDER}:${BUILDER}`, path])
  }
}

/** Lists the files `docker build` would send. */
export function contextFiles(folder: string, ignored: (path: string) => boolean): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory())
      return /^(node_modules|\.git|dist|\.next|\.data)$/.test(entry.name) && ignored(path)
        ? []
        : contextFiles(path, ignored)
    return entry.isFile() && !ignored(path) ? [path] : []
  })
}

function covered(path: string, sources: readonly string[]): boolean {
  return sources.some((source) => source === '.' || path === source || path.startsWith(`${source}/`))
}
