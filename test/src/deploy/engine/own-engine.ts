import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, starts } from './docker.js'

const START_SECONDS = 60
const END_SECONDS = 90

/** A Docker engine of our own: socket, data and networks are in one folder, and nothing of it is the machine's. */
export class IsolatedEngine {
  readonly host: string
  readonly #log: string

  private constructor(
    private readonly folder: string,
    private readonly daemon: ChildProcess,
  ) {
    this.host = socketIn(folder)
    this.#log = join(folder, 'dockerd.log')
  }

  /**
   * Starts one. It makes no bridge beside those of Compose's networks, and no rule in the machine's firewall: ports are
   * published by its own proxy.
   */
  static async start(folder: string): Promise<IsolatedEngine> {
    mkdirSync(folder, { recursive: true })
    const log = openSync(join(folder, 'dockerd.log'), 'w')
    const args = argumentsIn(folder)
    // Ctrl-C is ours to act on: the engine ends after its containers were taken down.
    const engine = new IsolatedEngine(folder, spawn('dockerd', args, { stdio: ['ignore', log, log], detached: true }))
    await engine.#answering().catch(async (error: unknown) => {
      await engine.stop()
      throw error
    })
    return engine
  }

  get pid(): number | undefined {
    return this.daemon.pid
  }

  /** Ends the engine by its id, and unmounts what it left in its folder. */
  async stop(): Promise<void> {
    if (!this.#ended) {
      const exit = once(this.daemon, 'exit')
      this.daemon.kill('SIGTERM')
      const late = setTimeout(() => this.daemon.kill('SIGKILL'), END_SECONDS * 1000)
      await exit.finally(() => clearTimeout(late))
    }
    for (const path of mountsBelow(readFileSync('/proc/self/mountinfo', 'utf8'), this.folder))
      await run('umount', [path])
  }

  get #ended(): boolean {
    return this.daemon.pid === undefined || this.daemon.exitCode !== null || this.daemon.signalCode !== null
  }

  async #answering(): Promise<void> {
    let broken: Error | undefined
    this.daemon.on('error', (error) => (broken = error))
    for (const until = performance.now() + START_SECONDS * 1000; performance.now() < until; await sleep(200)) {
      if (broken !== undefined) throw broken
      if (this.#ended) throw new Error(`dockerd ended at its start: ${this.#said()}`)
      if (await starts('docker', ['--host', this.host, 'version'])) return
    }
    throw new Error(`dockerd did not answer within ${START_SECONDS} s: ${this.#said()}`)
  }

  #said(): string {
    return readFileSync(this.#log, 'utf8').trim().split('\n').slice(-5).join('\n')
  }
}

function socketIn(folder: string): string {
  return `unix://${join(folder, 'docker.sock')}`
}

function argumentsIn(folder: string): string[] {
  const settings = {
    host: socketIn(folder),
    'data-root': join(folder, 'data'),
    'exec-root': join(folder, 'exec'),
    pidfile: join(folder, 'dockerd.pid'),
    'log-level': 'warn',
    bridge: 'none',
    iptables: 'false',
    ip6tables: 'false',
    'ip-forward': 'false',
    'default-address-pool': 'base=10.213.0.0/16,size=24',
    'containerd-namespace': 'cges-engine',
    'containerd-plugins-namespace': 'cges-engine-plugins',
  }
  return Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
}

/** The mounts below a folder, the deepest first. */
export function mountsBelow(mountinfo: string, folder: string): string[] {
  return mountinfo
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((path) => path.startsWith(`${folder}/`))
    .toSorted((a, b) => b.length - a.length)
}
