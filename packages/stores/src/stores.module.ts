import 'reflect-metadata'
import { RoundQueue, CallQueues } from '@cges-fleet/queue'
import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common'
import { closeStores, type Stores } from './open-stores.js'
import { QueueTroubles } from './queue-troubles.js'
import { DATABASE } from './tokens.js'

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
