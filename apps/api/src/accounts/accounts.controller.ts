import type { AccountsView, EvaluationAccount, Forecast } from '@cges-fleet/core'
import { ExportAccounts, ForecastEvaluation, GetAccounts, GetEvaluationAccount } from '@cges-fleet/core/contract'
import { selectAccounts, selectEvaluationAccount } from '@cges-fleet/db'
import { csvLine } from '@cges-fleet/formats'
import { logger } from '@cges-fleet/telemetry'
import { Controller, Module, Res } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { loadView } from '../evaluations/evaluation-view.js'
import { resolveSubmission } from '../evaluations/submission.js'
import type { HttpResponse } from '../http/request.js'
import { sendFile } from '../http/send-file.js'
import { Input, Serves } from '../http/serves.js'
import { forecastSubmission } from './forecast.js'

/** The cost of an evaluation: forecast before it starts, and as charged while it runs and afterwards. */
@Controller()
export class AccountsController {
  readonly #logger = logger('Accounts')

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

  @Serves(ExportAccounts)
  async statement(@Caller() { db, team }: Caller, @Res() response: HttpResponse): Promise<void> {
    const { months } = await selectAccounts(db, team)
    await sendFile(response, { name: 'statement.csv', pieces: statementOf(months) }, this.#logger)
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

async function* statementOf(months: readonly Month[]): AsyncGenerator<string> {
  yield csvLine(Object.keys(STATEMENT))
  for (const month of months) yield csvLine(Object.values(STATEMENT).map((cell) => cell(month)))
}

type Month = AccountsView['months'][number]

/** The columns of a statement. */
const STATEMENT: Readonly<Record<string, (row: Month) => string | number | null>> = {
  month: ({ month }) => month,
  pool: ({ pool }) => pool,
  calls: ({ calls }) => calls,
  tokens: ({ tokens }) => tokens,
  gpu_hours: ({ gpuSeconds }) => gpuSeconds / 3600,
  money: ({ money }) => money,
  currency: ({ currency }) => currency,
  calls_saved: ({ savedCalls }) => savedCalls,
}

/** Forecasts and accounts of what evaluations cost. */
@Module({ controllers: [AccountsController] })
export class AccountsModule {}
