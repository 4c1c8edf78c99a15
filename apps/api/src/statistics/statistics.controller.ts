import { type EvaluationStatistics, type GammaAdvice, type MethodFlips } from '@cges-fleet/core'
import { GetFlips, GetGammaAdvice, GetStatistics } from '@cges-fleet/core/contract'
import type { EvaluationTotals, TeamId } from '@cges-fleet/db'
import { findMethod, methodKey, methodLabel } from '@cges-fleet/methods'
import { Controller, Module } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import type { ApiEnvironment } from '../env.js'
import { EvaluationsModule } from '../evaluations/evaluations.module.js'
import { unknownEvaluation } from '../evaluations/evaluation-view.js'
import { LiveEvaluations } from '../evaluations/live-evaluations.js'
import { refuseField } from '../http/refusal.js'
import { HungUp } from '../http/request.js'
import { Input, Serves } from '../http/serves.js'
import { ENVIRONMENT } from '../tokens.js'
import { loadStatistics } from './evaluation-statistics.js'
import { judgedMethods } from './final-statistics.js'
import { StatisticsOffice } from './statistics-office.js'
import { statisticsRoom } from './threads.js'

@Controller()
export class StatisticsController {
  constructor(
    private readonly office: StatisticsOffice,
    private readonly live: LiveEvaluations,
  ) {}

  @Serves(GetStatistics)
  async show(
    @Caller() { db, team }: Caller,
    @Input() { path: { id }, query: { baseline } }: Input<typeof GetStatistics>,
    @HungUp() signal: HungUp,
  ): Promise<EvaluationStatistics> {
    const totals = await this.#totals(team, id)
    return loadStatistics(this.office, db, { totals, baseline }, { team, signal })
  }

  @Serves(GetGammaAdvice)
  async advise(
    @Caller() { team }: Caller,
    @Input() { path: { id, signal } }: Input<typeof GetGammaAdvice>,
    @HungUp() hungUp: HungUp,
  ): Promise<GammaAdvice> {
    const totals = await this.#totals(team, id)
    if (totals.summary.status !== 'done') {
      return { signal, none: { kind: 'not_done', counts: {}, why: null }, advice: null }
    }
    return this.office.advise(totals, { team, id, signal }, { team, signal: hungUp })
  }

  @Serves(GetFlips)
  async flip(
    @Caller() { team }: Caller,
    @Input() { path: { id, method } }: Input<typeof GetFlips>,
    @HungUp() hungUp: HungUp,
  ): Promise<MethodFlips> {
    const totals = await this.#totals(team, id)
    const methods = judgedMethods(totals)
    const found = findMethod(methods, method)
    if (found === null)
      throw refuseField(
        'method',
        `"${method}" is not a method of this evaluation. It has ${methods.map(methodLabel).join(', ')}`,
      )
    const key = methodKey(found)
    if (totals.summary.status !== 'done') {
      return { key, none: { kind: 'not_finished', counts: {}, why: null }, points: [] }
    }
    const sc = methods.filter((each) => each.method === 'sc').toSorted((a, b) => b.budget - a.budget)[0]
    const baseline = sc === undefined || methodKey(sc) === key ? null : methodKey(sc)
    return this.office.flips(totals, { team, id, method: key, baseline }, { team, signal: hungUp })
  }

  async #totals(team: TeamId, id: string): Promise<EvaluationTotals> {
    const totals = await this.live.totals(team, id)
    if (totals === null) throw unknownEvaluation(id)
    return totals
  }
}

/** The statistics of evaluations. */
@Module({
  imports: [EvaluationsModule],
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
