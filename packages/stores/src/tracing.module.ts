import 'reflect-metadata'
import { stopTracing } from '@cges-fleet/telemetry'
import { Global, Module, type OnApplicationShutdown } from '@nestjs/common'

/** Sends the last spans when the process ends. */
@Global()
@Module({})
export class TracingModule implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    await stopTracing()
  }
}
