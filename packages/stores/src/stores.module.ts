import 'reflect-metadata'
import { RoundQueue, CallQueues } from '@cges-fleet/queue'
import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common'
import { closeStores, type Stores } from './open-stores.js'
import { DATABASE } from './tokens.js'

/**
 * The stores for every module: the database, and the queues. They close in the last of Nest's hooks, in no order among
 * modules that anyone should rest on: what uses them ends in an earlier one. Handed
 * in open: a start that fails says in its last line what to set, and nothing of the framework comes between.
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
        { provide: StoresEnd, useValue: new StoresEnd(stores) },
      ],
      exports: [DATABASE, RoundQueue, CallQueues],
    }
  }
}

class StoresEnd implements OnApplicationShutdown {
  constructor(private readonly stores: Stores) {}

  onApplicationShutdown(): Promise<void> {
    return closeStores(this.stores)
  }
}
