import { Module } from '@nestjs/common'
import { EvaluationListController } from './evaluation-list.controller.js'
import { EvaluationsController } from './evaluations.controller.js'
import { LifecycleController } from './lifecycle.controller.js'
import { LiveEvaluations } from './live-evaluations.js'
import { ManagingController } from './managing.controller.js'
import { PoolsModule } from '../pools/pools.controller.js'
import { ExternalController } from './external.controller.js'
import { RegradeController } from './regrade.controller.js'
import { SuitesController } from './suites.controller.js'

/** Evaluations: submitting, following and managing them. */
@Module({
  imports: [PoolsModule],
  controllers: [
    EvaluationsController,
    EvaluationListController,
    LifecycleController,
    ManagingController,
    RegradeController,
    ExternalController,
    SuitesController,
  ],
  providers: [LiveEvaluations],
  exports: [LiveEvaluations],
})
export class EvaluationsModule {}
