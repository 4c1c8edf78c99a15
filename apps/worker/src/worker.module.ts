import { poolQueue, type QueueBackend, withoutNoise } from '@cges-fleet/queue'
import { BullModule, getQueueToken, type WorkerHost } from '@nestjs/bullmq'
import { type DynamicModule, Module } from '@nestjs/common'
import type { WorkerEnvironment } from './env.js'
import type { CallAttempts } from './calls/attempt-call.js'
import { callProcessor } from './calls/call.processor.js'

/** The host of the call worker, whose queue can be paused and resumed. */
export type CallHost = WorkerHost

export const CALL_PROCESSOR = Symbol('call processor')
const QUEUE = Symbol('queue')

/** The only caller of models: makes one call a job. */
@Module({})
export class WorkerModule {
  static with(attempts: CallAttempts, backend: QueueBackend, env: WorkerEnvironment): DynamicModule {
    const name = poolQueue(env.POOL)
    return {
      module: WorkerModule,
      imports: [BullModule.forRoot({ connection: backend.connection }), BullModule.registerQueue({ name })],
      providers: [
        { provide: CALL_PROCESSOR, useClass: callProcessor(attempts, backend, env) },
        { provide: QUEUE, inject: [getQueueToken(name)], useFactory: withoutNoise },
      ],
    }
  }
}
