import { type AccountsView, type EvaluationAccount, EvaluationSpec, type Forecast } from '@cges-fleet/core'
import { readAccounts, readEvaluationAccount } from '@cges-fleet/db'
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { EvaluationId } from '../evaluations/evaluation-id.js'
import { readView } from '../evaluations/read-view.js'
import { resolveSubmission } from '../evaluations/submit-evaluation.js'
import { forecastSubmission } from './forecast-submission.js'

/** What work costs: before it starts, while it runs, and afterwards. */
@Controller('v1')
export class AccountsController {
  @Post('forecasts')
  @HttpCode(200)
  async forecast(
    @Caller() { db, team }: Caller,
    @Body({ schema: EvaluationSpec }) spec: EvaluationSpec,
  ): Promise<Forecast> {
    return forecastSubmission(db, team, await resolveSubmission(db, team, { spec, idempotencyKey: null }))
  }

  @Get('accounts')
  accounts(@Caller() { db, team }: Caller): Promise<AccountsView> {
    return readAccounts(db, team)
  }

  @Get('evaluations/:id/account')
  async account(
    @Caller() caller: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
  ): Promise<EvaluationAccount> {
    await readView(caller, id)
    return readEvaluationAccount(caller.db, caller.team, id)
  }
}
