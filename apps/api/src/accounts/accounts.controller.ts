import type { AccountsView, EvaluationAccount, Forecast } from '@cges-fleet/core'
import { ForecastEvaluation, GetAccounts, GetEvaluationAccount } from '@cges-fleet/core/contract'
import { selectAccounts, selectEvaluationAccount } from '@cges-fleet/db'
import { Controller, Module } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { loadView } from '../evaluations/evaluation-view.js'
import { resolveSubmission } from '../evaluations/submission.js'
import { Input, Serves } from '../http/serves.js'
import { forecastSubmission } from './forecast.js'

/** The cost of an evaluation: forecast before it starts, and as charged while it runs and afterwards. */
@Controller()
export class AccountsController {
  @Serves(ForecastEvaluation)
  async forecast(
    @Caller() { db, team }: Caller,
    @Input() { body: spec }: Input<typeof ForecastEvaluation>,
  ): Promise<Forecast> {
    return forecastSubmission(db, team, await resolveSubmission(db, team, { spec, idempotencyKey: null }))
  }

  @Serves(GetAccounts)
  accounts(@Caller() { db, team }: Caller): Promise<AccountsView> {
    return selectAccounts(db, team)
  }

  @Serves(GetEvaluationAccount)
  async account(
    @Caller() caller: Caller,
    @Input() { path: { id } }: Input<typeof GetEvaluationAccount>,
  ): Promise<EvaluationAccount> {
    await loadView(caller, id)
    return selectEvaluationAccount(caller.db, caller.team, id)
  }
}

/** Forecasts and accounts of what evaluations cost. */
@Module({ controllers: [AccountsController] })
export class AccountsModule {}
