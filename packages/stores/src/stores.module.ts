import 'reflect-metadata'
import { closeDatabase } from '@cges-fleet/db'
import { RoundQueue, CallQueues } from '@cges-fleet/queue'
import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common'
import type { Stores } from './open-stores.js'
import { DATABASE } from './tokens.js'

/**
 * The stores for every module: the database, and the queues. They are closed when everything that uses them has ended. Handed
 * in open: a start that fails says in its last line what to set, and nothing of the framework comes between.
 */
@Module({})
export class StoresModule {
  static forRoot(stores: Stores): DynamicModule {
    const queues = { rounds: new RoundQueue(stores.backend), samples: new CallQueues(stores.backend) }
    return {
      module: StoresModule,
      global: true,
      providers: [
        { provide: DATABASE, useValue: stores.db },
        { provide: RoundQueue, useValue: queues.rounds },
        { provide: CallQueues, useValue: queues.samples },
        { provide: OpenStores, useValue: new OpenStores(stores, queues) },
      ],
      exports: [DATABASE, RoundQueue, CallQueues],
    }
  }
}

class OpenStores implements OnApplicationShutdown {
  constructor(
    private readonly stores: Stores,
    private readonly queues: { readonly rounds: RoundQueue; readonly samples: CallQueues },
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled([this.queues.rounds.close(), this.queues.samples.close()])
    await closeDatabase(this.stores.db)
  }
}
