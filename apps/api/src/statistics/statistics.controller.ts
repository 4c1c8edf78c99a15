import {
  type EvaluationStatistics,
  type EvaluationStatus,
  type GammaAdvice,
  hasEnded,
  type Outcome,
  statusWord,
} from '@cges-fleet/core'
import { GetGammaAdvice, GetStatistics } from '@cges-fleet/core/contract'
import { selectEvaluationTotals, selectReadings } from '@cges-fleet/db'
import { findMethod, methodKey, methodLabel, type ReportedSpec } from '@cges-fleet/methods'
import { type ReadingCount, summariseReadings } from '@cges-fleet/statistics'
import { Controller, Module } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import type { ApiEnvironment } from '../env.js'
import { Refusal, refuseField } from '../http/refusal.js'
import { HungUp } from '../http/request.js'
import { Asked, Serves } from '../http/serves.js'
import { ENVIRONMENT } from '../tokens.js'
import { judgedMethods } from './final-statistics.js'
import { StatisticsOffice } from './statistics-office.js'
import { statisticsRoom } from './threads.js'

const RULES = {
  tie: 'The answer with the most votes wins; of answers with equally many, the one seen first. Over subsets, where no order is the first, equal answers share.',
  noAnswer:
    'A sample without an answer costs a call and does not vote; a trial that ends without an answer counts as wrong.',
}

@Controller()
export class StatisticsController {
  constructor(private readonly office: StatisticsOffice) {}

  @Serves(GetStatistics)
  async show(
    @Caller() { db, team }: Caller,
    @Asked() { path: { id }, query: { baseline } }: Asked<typeof GetStatistics>,
    @HungUp() signal: HungUp,
  ): Promise<EvaluationStatistics> {
    const totals = await selectEvaluationTotals(db, team, id)
    if (totals === null) throw new Refusal('not_found', `There is no evaluation ${id}.`)
    const { version } = totals
    const methods = judgedMethods(totals)
    const { status } = totals.summary
    const interim = whyInterim(status)
    const key = baselineKey(methods, baseline)
    const asker = { team, signal }
    const counts =
      interim === null
        ? await this.office.readings(db, totals, asker)
        : await selectReadings(db, team, { evaluationId: id, graded: hasEnded(status) })
    return {
      id,
      version,
      interim,
      samples: { outcomes: outcomesOf(counts), readings: summariseReadings(counts) },
      rules: RULES,
      final: interim === null ? await this.office.read(totals, key, asker) : null,
    }
  }

  @Serves(GetGammaAdvice)
  async advise(
    @Caller() { db, team }: Caller,
    @Asked() { path: { id, signal } }: Asked<typeof GetGammaAdvice>,
    @HungUp() hungUp: HungUp,
  ): Promise<GammaAdvice> {
    const totals = await selectEvaluationTotals(db, team, id)
    if (totals === null) throw new Refusal('not_found', `There is no evaluation ${id}.`)
    if (totals.summary.status !== 'done') return { signal, none: NOT_DONE, advice: null }
    return this.office.advise(totals, { team, id, signal }, { team, signal: hungUp })
  }
}

/** The answer for an evaluation that is not done. */
const NOT_DONE = 'γ is chosen once every trial has its verdicts'

function outcomesOf(counts: readonly ReadingCount[]): Partial<Record<Outcome, number>> {
  const outcomes: Partial<Record<Outcome, number>> = {}
  for (const { outcome, samples } of counts) outcomes[outcome] = (outcomes[outcome] ?? 0) + samples
  return outcomes
}

function whyInterim(status: EvaluationStatus): string | null {
  if (status === 'done') return null
  if (status !== 'failed' && status !== 'cancelled')
    return `it is ${statusWord(status)}: p-values and judgements are there once every trial has its verdicts`
  return 'it ended before every method had its verdicts: nothing is judged'
}

/** `sc` stands for SC at each method's own budget. */
function baselineKey(methods: readonly ReportedSpec[], text: string | undefined): string | null {
  const several = methods.filter(({ method }) => method === 'sc').length > 1
  if (text === undefined || (text === 'sc' && several)) return null
  const found = findMethod(methods, text)
  if (found !== null) return methodKey(found)
  throw refuseField('baseline', `"${text}" names none, or several, of ${methods.map(methodLabel).join(', ')}`)
}

/** The statistics of evaluations. */
@Module({
  controllers: [StatisticsController],
  providers: [
    {
      provide: StatisticsOffice,
      inject: [ENVIRONMENT],
      useFactory: ({ DATABASE_URL, STATISTICS_MEMORY_MB }: ApiEnvironment) =>
        new StatisticsOffice(DATABASE_URL, statisticsRoom(STATISTICS_MEMORY_MB)),
    },
  ],
  exports: [StatisticsOffice],
})
export class StatisticsModule {}
