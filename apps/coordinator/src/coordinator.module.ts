import { type QueueBackend, ROUND_QUEUE } from '@cges-fleet/queue'
import { BullModule, type WorkerHost } from '@nestjs/bullmq'
import { type DynamicModule, Module } from '@nestjs/common'
import type { CoordinatorEnvironment } from './env.js'
import { Housekeeping } from './housekeeping.js'
import { roundProcessor, type RoundParts } from './rounds/round.processor.js'
import { Sweep } from './sweep.js'

/** What runs rounds; its queue can be waited for and run. */
export type RoundHost = WorkerHost

export const ROUND_PROCESSOR = Symbol('round processor')

/** The only writer of decisions: rounds on demand, and the sweep under them. */
@Module({})
export class CoordinatorModule {
  static with(parts: RoundParts, backend: QueueBackend, env: CoordinatorEnvironment): DynamicModule {
    const housekeeping = new Housekeeping(parts.db, { auditDays: env.AUDIT_DAYS, refusalDays: env.REFUSAL_DAYS })
    return {
      module: CoordinatorModule,
      imports: [
        BullModule.forRoot({ connection: backend.connection }),
        BullModule.registerQueue({ name: ROUND_QUEUE }),
      ],
      providers: [
        { provide: ROUND_PROCESSOR, useClass: roundProcessor(parts, backend, env) },
        { provide: Sweep, useFactory: () => new Sweep({ ...parts, housekeeping }, env.SWEEP_MS) },
      ],
    }
  }
}
