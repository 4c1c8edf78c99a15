import { type Stores, StoresModule, TracingModule } from '@cges-fleet/stores'
import { type DynamicModule, Module } from '@nestjs/common'
import { AccessModule } from './access/access.module.js'
import { AccountsModule } from './accounts/accounts.module.js'
import { BenchmarksModule } from './benchmarks/benchmarks.module.js'
import { ComparisonsModule } from './comparisons/comparisons.module.js'
import type { ApiEnvironment } from './env.js'
import { EnvironmentModule } from './environment.module.js'
import { EvaluationsModule } from './evaluations/evaluations.module.js'
import { ExportsModule } from './exports/exports.module.js'
import { HealthModule } from './health/health.module.js'
import { IdentityModule } from './identity/identity.module.js'
import { ImportsModule } from './imports/imports.module.js'
import { MetricsModule } from './metrics/metrics.module.js'
import { OpenapiModule } from './openapi/openapi.module.js'
import { PoolsModule } from './pools/pools.module.js'
import { QuestionsModule } from './questions/questions.module.js'
import { StatisticsModule } from './statistics/statistics.module.js'
import { WebhooksModule } from './webhooks/webhooks.module.js'

/** The only way in for people and programs. It decides nothing about evaluations. */
@Module({
  imports: [
    AccessModule,
    EvaluationsModule,
    QuestionsModule,
    StatisticsModule,
    ComparisonsModule,
    AccountsModule,
    ImportsModule,
    ExportsModule,
    BenchmarksModule,
    PoolsModule,
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
