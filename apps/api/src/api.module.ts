import { type Stores, StoresModule, TracingModule } from '@cges-fleet/stores'
import { type DynamicModule, Module } from '@nestjs/common'
import { AccessModule } from './access/access.module.js'
import { AccountsModule } from './accounts/accounts.controller.js'
import { BenchmarksModule } from './benchmarks/benchmarks.controller.js'
import { ComparisonsModule } from './comparisons/comparisons.controller.js'
import type { ApiEnvironment } from './env.js'
import { EnvironmentModule } from './environment.module.js'
import { EvaluationsModule } from './evaluations/evaluations.module.js'
import { ExportsModule } from './exports/exports.controller.js'
import { TrafficModule } from './gateway/traffic.controller.js'
import { HealthModule } from './health/health.controller.js'
import { IdentityModule } from './identity/identity.module.js'
import { ImportsModule } from './imports/imports.controller.js'
import { MetricsModule } from './metrics/metrics.controller.js'
import { OpenapiModule } from './openapi/openapi.controller.js'
import { PoolsModule } from './pools/pools.controller.js'
import { QuestionsModule } from './questions/questions.controller.js'
import { SharingModule } from './sharing/shared.controller.js'
import { StatisticsModule } from './statistics/statistics.controller.js'
import { WebhooksModule } from './webhooks/webhooks.controller.js'

/** The only way in for people and programs. It decides nothing about evaluations. */
@Module({
  imports: [
    AccessModule,
    EvaluationsModule,
    QuestionsModule,
    StatisticsModule,
    ComparisonsModule,
    SharingModule,
    AccountsModule,
    ImportsModule,
    ExportsModule,
    BenchmarksModule,
    PoolsModule,
    TrafficModule,
    WebhooksModule,
    IdentityModule,
    HealthModule,
    MetricsModule,
    OpenapiModule,
  ],
})
export class ApiModule {
  static forRoot(env: ApiEnvironment, stores: Stores): DynamicModule {
    return {
      module: ApiModule,
      imports: [TracingModule, EnvironmentModule.forRoot(env), StoresModule.forRoot(stores)],
    }
  }
}
