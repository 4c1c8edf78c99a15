import { type DynamicModule, Module } from '@nestjs/common'
import { BenchmarksController } from './benchmarks/benchmarks.controller.js'
import { EvaluationsController } from './evaluations/evaluations.controller.js'
import { HealthController } from './health.controller.js'
import { OpenapiController } from './openapi/openapi.controller.js'
import { API_PARTS, type ApiParts } from './parts.js'
import { PoolsController } from './pools/pools.controller.js'

/** The only door for people and programs. It decides nothing. */
@Module({})
export class ApiModule {
  static with(parts: ApiParts): DynamicModule {
    return {
      module: ApiModule,
      controllers: [EvaluationsController, BenchmarksController, PoolsController, HealthController, OpenapiController],
      providers: [{ provide: API_PARTS, useValue: parts }],
    }
  }
}
