import type { Comparison, ComparisonStatistics } from '@cges-fleet/core'
import { GetComparison, JudgeComparison } from '@cges-fleet/core/contract'
import { Controller, Module } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { HungUp } from '../http/request.js'
import { Asked, Serves } from '../http/serves.js'
import { StatisticsOffice } from '../statistics/statistics-office.js'
import { StatisticsModule } from '../statistics/statistics.controller.js'
import { comparisonOf, prepareComparison } from './comparison.js'

/** Evaluations side by side. */
@Controller()
export class ComparisonsController {
  constructor(private readonly office: StatisticsOffice) {}

  @Serves(GetComparison)
  async show(@Caller() caller: Caller, @Asked() { query }: Asked<typeof GetComparison>): Promise<Comparison> {
    return comparisonOf(await prepareComparison(caller, query), query.unpaired === '1')
  }

  @Serves(JudgeComparison)
  async judge(
    @Caller() caller: Caller,
    @Asked() { query }: Asked<typeof JudgeComparison>,
    @HungUp() signal: HungUp,
  ): Promise<ComparisonStatistics> {
    const { evaluations, pairs, with: opponent } = await prepareComparison(caller, query)
    const sides = pairs.map(({ excluded: _excluded, ...each }) => each)
    const options = { within: opponent === 'own', evaluations: evaluations.length }
    return this.office.compare({ sides, options }, { team: caller.team, signal })
  }
}

/** Evaluations side by side. */
@Module({ imports: [StatisticsModule], controllers: [ComparisonsController] })
export class ComparisonsModule {}
