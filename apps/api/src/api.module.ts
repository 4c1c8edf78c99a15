import { type DynamicModule, Module } from '@nestjs/common'
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core'
import { AccessGuard } from './access/access.guard.js'
import { AuditInterceptor } from './access/audit.interceptor.js'
import { ParametersGuard } from './access/parameters.guard.js'
import { AccountsController } from './accounts/accounts.controller.js'
import { BenchmarksController } from './benchmarks/benchmarks.controller.js'
import { EvaluationListController } from './evaluations/evaluation-list.controller.js'
import { EvaluationsController } from './evaluations/evaluations.controller.js'
import { LifecycleController } from './evaluations/lifecycle.controller.js'
import { RegradeController } from './evaluations/regrade.controller.js'
import { HealthController } from './health.controller.js'
import { ExportsController } from './exports/exports.controller.js'
import { ImportsController } from './imports/imports.controller.js'
import { MetricsController } from './metrics/metrics.controller.js'
import { AuditController } from './identity/audit.controller.js'
import { KeysController } from './identity/keys.controller.js'
import { SessionController } from './identity/session.controller.js'
import { TeamsController } from './identity/teams.controller.js'
import { OpenapiController } from './openapi/openapi.controller.js'
import { API_PARTS, type ApiParts } from './parts.js'
import { PoolsController } from './pools/pools.controller.js'
import { StatisticsController } from './statistics/statistics.controller.js'

/** The only door for people and programs. It decides nothing. */
@Module({})
export class ApiModule {
  static with(parts: ApiParts): DynamicModule {
    return {
      module: ApiModule,
      controllers: [
        EvaluationsController,
        EvaluationListController,
        StatisticsController,
        AccountsController,
        ImportsController,
        LifecycleController,
        RegradeController,
        ExportsController,
        BenchmarksController,
        PoolsController,
        SessionController,
        TeamsController,
        KeysController,
        AuditController,
        HealthController,
        MetricsController,
        OpenapiController,
      ],
      providers: [
        { provide: API_PARTS, useValue: parts },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_GUARD, useClass: ParametersGuard },
        { provide: APP_INTERCEPTOR, useClass: AuditInterceptor },
      ],
    }
  }
}
