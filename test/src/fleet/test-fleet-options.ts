import type { FreshDatabase } from '../support/fresh-database.js'
import type { App, SpawnOptions } from './spawn-app.js'

/** A host of a process: how it is started there, and what it is told there. */
export interface Place extends Pick<SpawnOptions, 'through'> {
  readonly variables: Readonly<Record<string, string>>
}

export interface TestFleetOptions {
  /** Redis for the queue, or null for the queue in PostgreSQL. */
  readonly redis: string | null
  readonly workers: number
  readonly concurrency?: number
  readonly timeScale?: number
  readonly leaseMs?: number
  readonly simulator?: Readonly<Record<string, string>>
  /** More of a worker's settings; those of the reward server are made from `rewards`. */
  readonly worker?: Readonly<Record<string, string>>
  /** Gives every worker a reward server of its own. */
  readonly rewards?: boolean
  readonly rewardServer?: Readonly<Record<string, string>>
  /** A database to use instead of a fresh one. */
  readonly database?: FreshDatabase
  /** The stores as each process is to find them, where that is not the same for all. */
  readonly storesOf?: (app: App) => Readonly<Record<string, string>>
  /** Where the nth process of an app runs, and its settings there, where that is not this machine for all. */
  readonly placeOf?: (app: App, nth: number) => Place
  /** Settings of the API, the coordinators and the workers alike. */
  readonly everyone?: Readonly<Record<string, string>>
  /** How long a worker told to stop lets its requests finish. */
  readonly drainMs?: number
}
