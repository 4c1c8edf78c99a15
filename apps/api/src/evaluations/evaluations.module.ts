import { Module } from '@nestjs/common'
import { EvaluationListController } from './evaluation-list.controller.js'
import { EvaluationsController } from './evaluations.controller.js'
import { LifecycleController } from './lifecycle.controller.js'
import { LiveEvaluations } from './live-evaluations.js'
import { RegradeController } from './regrade.controller.js'

/** Evaluations: submitted, followed, and what people do to them afterwards. */
@Module({
  controllers: [EvaluationsController, EvaluationListController, LifecycleController, RegradeController],
  providers: [LiveEvaluations],
  exports: [LiveEvaluations],
})
export class EvaluationsModule {}
