import type { Comparison, ComparisonStatistics } from '@cges-fleet/core'
import { GetComparison, JudgeComparison } from '@cges-fleet/core/contract'
import { Controller, Module } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { HungUp } from '../http/request.js'
import { Input, Serves } from '../http/serves.js'
import { StatisticsOffice } from '../statistics/statistics-office.js'
import { StatisticsModule } from '../statistics/statistics.controller.js'
import { SavedComparisonsController } from './saved-comparisons.controller.js'
import { comparisonOf, judgeComparison, prepareComparison } from './comparison.js'

/** Evaluations side by side. */
@Controller()
export class ComparisonsController {
  constructor(private readonly office: StatisticsOffice) {}

  @Serves(GetComparison)
  async show(@Caller() caller: Caller, @Input() { query }: Input<typeof GetComparison>): Promise<Comparison> {
    return comparisonOf(await prepareComparison(caller, query), query.unpaired === '1')
  }

  @Serves(JudgeComparison)
  async judge(
    @Caller() caller: Caller,
    @Input() { query }: Input<typeof JudgeComparison>,
    @HungUp() signal: HungUp,
  ): Promise<ComparisonStatistics> {
    return judgeComparison(this.office, await prepareComparison(caller, query), { team: caller.team, signal })
  }
}

/** Evaluations side by side. */
@Module({ imports: [StatisticsModule], controllers: [ComparisonsController, SavedComparisonsController] })
export class ComparisonsModule {}
