import { ROUND_QUEUE } from '@cges-fleet/queue'
import { type Stores, StoresModule, TracingModule } from '@cges-fleet/stores'
import { BullModule, type WorkerHost } from '@nestjs/bullmq'
import { type BeforeApplicationShutdown, type DynamicModule, Inject, Module } from '@nestjs/common'
import type { CoordinatorEnvironment } from './env.js'
import { Housekeeping } from './housekeeping.js'
import { roundProcessor, type RoundParts } from './rounds/round.processor.js'
import { Sweep } from './sweep.js'

/** What runs rounds; its queue can be waited for and run. */
export type RoundHost = WorkerHost

export const ROUND_PROCESSOR = Symbol('round processor')

/** The only writer of decisions: rounds on demand, and the sweep under them. */
@Module({})
export class CoordinatorModule implements BeforeApplicationShutdown {
  constructor(@Inject(ROUND_PROCESSOR) private readonly rounds: RoundHost) {}

  static with(parts: RoundParts, stores: Stores, env: CoordinatorEnvironment): DynamicModule {
    const housekeeping = new Housekeeping(parts.db, { auditDays: env.AUDIT_DAYS, refusalDays: env.REFUSAL_DAYS })
    return {
      module: CoordinatorModule,
      imports: [
        TracingModule,
        StoresModule.forRoot(stores),
        BullModule.forRoot({ connection: stores.backend.connection }),
        BullModule.registerQueue({ name: ROUND_QUEUE }),
      ],
      providers: [
        { provide: ROUND_PROCESSOR, useClass: roundProcessor(parts, stores.backend, env) },
        { provide: Sweep, useFactory: () => new Sweep({ ...parts, housekeeping }, env.SWEEP_MS) },
      ],
    }
  }

  /** A round under way is written before the stores close. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.rounds.worker.close()
  }
}
