import { ROUND_QUEUE, withoutNoise } from '@cges-fleet/queue'
import { type Stores, StoresModule, TracingModule } from '@cges-fleet/stores'
import { BullModule, getQueueToken, type WorkerHost } from '@nestjs/bullmq'
import { type BeforeApplicationShutdown, type DynamicModule, Inject, Module } from '@nestjs/common'
import { Deliveries } from './webhooks/deliveries.js'
import { WebhookTests } from './webhooks/tests.js'
import type { Webhook } from './webhooks/webhook.js'
import type { CoordinatorEnvironment } from './env.js'
import { Housekeeping, PoolNotes, QueueWatch, Sweep } from './sweep.js'
import { roundProcessor, type RoundParts } from './rounds/round.processor.js'

/** The host of the round worker, whose queue can be awaited and run. */
export type RoundHost = WorkerHost

export const ROUND_PROCESSOR = Symbol('round processor')
const QUEUE = Symbol('queue')

/** The parts a coordinator is built from, among them the webhooks it may notify. */
export interface CoordinatorParts extends RoundParts {
  readonly webhooks: readonly Webhook[]
}

/** The only writer of decisions: rounds on demand, and the sweep as their safety net. */
@Module({})
export class CoordinatorModule implements BeforeApplicationShutdown {
  constructor(@Inject(ROUND_PROCESSOR) private readonly rounds: RoundHost) {}

  static with(parts: CoordinatorParts, stores: Stores, env: CoordinatorEnvironment): DynamicModule {
    const housekeeping = new Housekeeping(parts.db, { auditDays: env.AUDIT_DAYS, refusalDays: env.REFUSAL_DAYS })
    const sweepParts = {
      housekeeping,
      poolNotes: new PoolNotes(parts.db),
      queueWatch: new QueueWatch(stores.queueTroubles, parts.metrics, env.QUEUE_CHECK_MS),
    }
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
        { provide: QUEUE, inject: [getQueueToken(ROUND_QUEUE)], useFactory: withoutNoise },
        {
          provide: Sweep,
          useFactory: () => new Sweep({ ...parts, ...sweepParts }, env.SWEEP_MS),
        },
        { provide: Deliveries, useFactory: () => new Deliveries(parts.db, parts.webhooks, env) },
        { provide: WebhookTests, useFactory: () => new WebhookTests(parts.db, parts.webhooks, env) },
      ],
    }
  }

  /** A round under way is committed before the stores close. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.rounds.worker.close()
  }
}
