import type { Comparison, ComparisonStatistics } from '@cges-fleet/core'
import { JudgeComparison, GetComparison } from '@cges-fleet/core/contract'
import { Controller } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { HungUp } from '../http/hung-up.js'
import { Asked } from '../routes/asked.js'
import { Serves } from '../routes/serves.js'
import { StatisticsOffice } from '../statistics/statistics-office.js'
import { comparisonOf } from './comparison-of.js'
import { prepareComparison } from './prepare-comparison.js'

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
