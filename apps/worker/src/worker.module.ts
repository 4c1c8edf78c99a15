import { poolQueue, type QueueBackend } from '@cges-fleet/queue'
import { BullModule, type WorkerHost } from '@nestjs/bullmq'
import { type DynamicModule, Module } from '@nestjs/common'
import type { WorkerEnvironment } from './env.js'
import type { CallAttempts } from './calls/attempt-call.js'
import { callProcessor } from './calls/call.processor.js'

/** The host of the call worker, whose queue can be paused and resumed. */
export type CallHost = WorkerHost

export const CALL_PROCESSOR = Symbol('call processor')

/** The only caller of models: makes one call a job. */
@Module({})
export class WorkerModule {
  static with(attempts: CallAttempts, backend: QueueBackend, env: WorkerEnvironment): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        BullModule.forRoot({ connection: backend.connection }),
        BullModule.registerQueue({ name: poolQueue(env.POOL) }),
      ],
      providers: [{ provide: CALL_PROCESSOR, useClass: callProcessor(attempts, backend, env) }],
    }
  }
}
