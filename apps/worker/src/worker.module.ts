import { type QueueBackend, sampleQueue } from '@cges-fleet/queue'
import { BullModule, type WorkerHost } from '@nestjs/bullmq'
import { type DynamicModule, Module } from '@nestjs/common'
import type { WorkerEnvironment } from './env.js'
import { type Attempts, sampleProcessor } from './samples/sample.processor.js'

/** What draws samples; its queue can be paused and resumed. */
export type SampleHost = WorkerHost

export const SAMPLE_PROCESSOR = Symbol('sample processor')

/** The only caller of models: draws one sample a job. */
@Module({})
export class WorkerModule {
  static with(attempts: Attempts, backend: QueueBackend, env: WorkerEnvironment): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        BullModule.forRoot({ connection: backend.connection }),
        BullModule.registerQueue({ name: sampleQueue(env.POOL) }),
      ],
      providers: [{ provide: SAMPLE_PROCESSOR, useClass: sampleProcessor(attempts, backend, env) }],
    }
  }
}
