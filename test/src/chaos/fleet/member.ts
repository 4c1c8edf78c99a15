import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type App, type RunningApp, spawnApp, type SpawnOptions } from '../../fleet/spawn-app.js'

export type Role = Exclude<App, 'vllm-sim'>

export interface MemberSettings {
  readonly role: Role
  readonly name: string
  readonly variables: Readonly<Record<string, string>>
  readonly options: SpawnOptions
  /** Where its first lives fail; later ones do not, or it would never make progress. */
  readonly failpoint?: string | undefined
}

const RESTART_MS = 100
/** How many lives have the failpoint. */
const FAILING_LIVES = 3

/** One place in the fleet: a process that is restarted whenever it ends, as by an orchestrator. */
export class Member {
  #app: RunningApp | undefined
  /** The current process, also while it starts. */
  #child: ChildProcess | undefined
  #life: Promise<void>
  #leaving = false
  paused = false
  /** How often it started. */
  starts = 0
  /** Unexpected ends, each with the process's output. */
  readonly crashes: string[] = []
  #expected = false
  /** Why its last start failed, if it did. */
  trouble = ''

  constructor(private readonly settings: MemberSettings) {
    this.#life = this.#live()
  }

  get role(): Role {
    return this.settings.role
  }

  get name(): string {
    return this.settings.name
  }

  get ready(): boolean {
    return this.#app !== undefined && !this.paused
  }

  get up(): boolean {
    return this.#app !== undefined
  }

  get url(): string | null {
    return this.#app?.listening ?? null
  }

  get pid(): number | undefined {
    return this.#app?.process.pid
  }

  get said(): string {
    return this.#app?.said() ?? ''
  }

  /** Sends a signal to the current process; false if there is none. */
  signal(signal: NodeJS.Signals): boolean {
    const app = this.#app
    if (app === undefined) return false
    if (signal === 'SIGSTOP') this.paused = true
    if (signal === 'SIGCONT') this.paused = false
    if (signal === 'SIGKILL' || signal === 'SIGTERM') this.#expected = true
    return app.process.kill(signal)
  }

  async stop(): Promise<void> {
    this.#leaving = true
    this.#child?.kill('SIGKILL')
    await this.#life
  }

  async #live(): Promise<void> {
    while (!this.#leaving) {
      try {
        await this.#oneLife()
      } catch (error) {
        // A store was unreachable while it started.
        this.trouble = String(error)
        if (!this.#leaving) await sleep(RESTART_MS)
      }
    }
  }

  async #oneLife(): Promise<void> {
    const { role, variables, options, failpoint } = this.settings
    const failing = failpoint !== undefined && this.starts < FAILING_LIVES
    const armed = failing ? { ...variables, FAILPOINT: failpoint } : variables
    const app = await spawnApp(role, armed, { ...options, onSpawn: (child) => (this.#child = child) })
    this.#expected = false
    this.#app = app
    this.starts++
    if (this.#leaving) app.process.kill('SIGKILL')
    if (app.process.exitCode === null && app.process.signalCode === null) {
      await new Promise((exited) => app.process.once('exit', exited))
    }
    this.#app = undefined
    this.paused = false
    if (!this.#expected && !this.#leaving) this.crashes.push(`${this.name}: ${app.said().slice(-2000)}`)
    if (!this.#leaving) await sleep(RESTART_MS)
  }
}
