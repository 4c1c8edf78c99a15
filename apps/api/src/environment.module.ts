import { armFailpoints } from '@cges-fleet/queue'
import { type DynamicModule, Module } from '@nestjs/common'
import type { ApiEnvironment } from './env.js'
import { ENVIRONMENT, FAILPOINT } from './tokens.js'

/** The settings, for every module. */
@Module({})
export class EnvironmentModule {
  static forRoot(env: ApiEnvironment): DynamicModule {
    return {
      module: EnvironmentModule,
      global: true,
      providers: [
        { provide: ENVIRONMENT, useValue: env },
        { provide: FAILPOINT, useValue: armFailpoints(env.FAILPOINT) },
      ],
      exports: [ENVIRONMENT, FAILPOINT],
    }
  }
}
