import { CallQueues, type QueueTrouble, RoundQueue } from '@cges-fleet/queue'
import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common'
import 'reflect-metadata'
import { closeStores, type Stores } from './open-stores.js'

/**
 * The stores, for every module: the database and the queues. They close in Nest's last hook, in no guaranteed order
 * among modules: whatever uses them must end in an earlier one. They are handed in open, so that a failed start says in
 * its last line what to set, with no framework in between.
 */
@Module({})
export class StoresModule {
  static forRoot(stores: Stores): DynamicModule {
    return {
      module: StoresModule,
      global: true,
      providers: [
        { provide: DATABASE, useValue: stores.db },
        { provide: RoundQueue, useValue: stores.rounds },
        { provide: CallQueues, useValue: stores.calls },
        { provide: QueueTroubles, useValue: new QueueTroubles(stores.queueTroubles) },
        { provide: StoresEnd, useValue: new StoresEnd(stores) },
      ],
      exports: [DATABASE, RoundQueue, CallQueues, QueueTroubles],
    }
  }
}

class StoresEnd implements OnApplicationShutdown {
  constructor(private readonly stores: Stores) {}

  onApplicationShutdown(): Promise<void> {
    return closeStores(this.stores)
  }
}

/** The settings of a running store seldom change. */
const KEPT_MS = 60_000

/** What an operator must change about the queue's store, looked at once a minute however often it is asked for. */
export class QueueTroubles {
  #kept: Promise<readonly QueueTrouble[]> | undefined
  #until = 0

  constructor(private readonly look: () => Promise<readonly QueueTrouble[]>) {}

  /** Returns them as of the last minute; none while the store is away, which is told elsewhere. */
  latest(): Promise<readonly QueueTrouble[]> {
    if (this.#kept === undefined || performance.now() >= this.#until) {
      this.#until = performance.now() + KEPT_MS
      this.#kept = this.look().catch(() => [])
    }
    return this.#kept
  }
}

/** The whole process's database. Views of one team's rows are derived from it. */
export const DATABASE = Symbol('database')
