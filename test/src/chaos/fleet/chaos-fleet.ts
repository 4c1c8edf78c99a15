import type { Patience } from '../patience/patience.js'
import { Member, type Role } from './member.js'

export interface ChaosFleetOptions {
  readonly patience: Patience
  /** The root of the processes' compiled code; this checkout's by default. */
  readonly root?: string
  readonly databaseUrl: string
  /** Null for the queue in PostgreSQL. */
  readonly redisUrl: string | null
  readonly modelUrl: string
  readonly workers: number
  readonly coordinators: number
  readonly leaseMs: number
  readonly concurrency: number
  readonly maxDeliveries: number
  /** Further settings for every process of a role. */
  readonly variables?: Partial<Record<Role, Readonly<Record<string, string>>>>
  readonly execArgv?: readonly string[]
  readonly failpoints?: Partial<Record<Role, string>>
}

export const POOL = 'chaos'
export const SWEEP_MS = 200

/** How long processes may take to start. */
const START_MS = 180_000

/** Real processes, each restarted when it ends: one API, coordinators, workers. */
export class ChaosFleet {
  readonly members: readonly Member[]

  constructor(private readonly options: ChaosFleetOptions) {
    this.members = [
      this.#member('api', 0),
      ...Array.from({ length: options.coordinators }, (_, n) => this.#member('coordinator', n)),
      ...Array.from({ length: options.workers }, (_, n) => this.#member('worker', n)),
    ]
  }

  of(role: Role): readonly Member[] {
    return this.members.filter((member) => member.role === role)
  }

  get apiUrl(): string | null {
    return this.of('api')[0]?.url ?? null
  }

  async started(): Promise<void> {
    await this.options.patience.until(() => this.members.every((member) => member.up), {
      withinMs: START_MS,
      why: () => {
        const missing = this.members.filter((member) => !member.up)
        const troubles = missing.map(({ name, trouble }) => (trouble === '' ? name : `${name} (${trouble})`))
        return `${troubles.join(', ')} did not come up`
      },
    })
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.stop()))
  }

  #member(role: Role, n: number): Member {
    const { root, execArgv } = this.options
    const options = { ...(root === undefined ? {} : { root }), ...(execArgv === undefined ? {} : { execArgv }) }
    const variables = this.settingsOf(role, n)
    return new Member({ role, name: `${role} ${n}`, variables, options, failpoint: this.options.failpoints?.[role] })
  }

  /** The settings for a further process of this role. */
  settingsOf(role: Role, n = 99): Record<string, string> {
    return { ...this.#stores(), ...this.#settings(role, n), ...this.options.variables?.[role] }
  }

  #stores(): Record<string, string> {
    const { databaseUrl, redisUrl } = this.options
    return { DATABASE_URL: databaseUrl, ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }) }
  }

  #settings(role: Role, n: number): Record<string, string> {
    const { modelUrl, leaseMs, concurrency, maxDeliveries } = this.options
    switch (role) {
      case 'api':
      case 'gateway':
        return { PORT: '0' }
      case 'coordinator':
        return { SWEEP_MS: String(SWEEP_MS), ROUND_LOCK_MS: '1000' }
      case 'worker':
        return {
          POOL,
          MODEL_SERVER_URL: modelUrl,
          WORKER_NAME: `worker-${n}`,
          WORKER_CONCURRENCY: String(concurrency),
          LEASE_MS: String(leaseMs),
          JOB_LOCK_MS: '2000',
          HEARTBEAT_MS: '500',
          MAX_DELIVERIES: String(maxDeliveries),
          DRAIN_MS: '100',
        }
    }
  }
}
