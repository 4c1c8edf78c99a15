import type { SharedStatistics, SharedView } from '@cges-fleet/core'
import { GetShared, GetSharedStatistics } from '@cges-fleet/core/contract'
import { selectEvaluationTotals } from '@cges-fleet/db'
import { Controller, Module } from '@nestjs/common'
import { Reader, type ShareReader } from '../access/share-reader.js'
import { comparisonOf, judgeComparison, prepareComparison } from '../comparisons/comparison.js'
import { loadView, unknownEvaluation } from '../evaluations/evaluation-view.js'
import { HungUp } from '../http/request.js'
import { Serves } from '../http/serves.js'
import { loadStatistics } from '../statistics/evaluation-statistics.js'
import { StatisticsOffice } from '../statistics/statistics-office.js'
import { StatisticsModule } from '../statistics/statistics.controller.js'
import { comparisonForReaders, sharedQuery, viewForReaders } from './for-readers.js'
import { ShareLinksController } from './share-links.controller.js'

/** What the readers of share links get: the views that the team has, without what is the team's alone. */
@Controller()
export class SharedController {
  constructor(private readonly office: StatisticsOffice) {}

  @Serves(GetShared)
  async show(@Reader() reader: ShareReader): Promise<SharedView> {
    const { target } = reader
    const expiresAt = reader.expiresAt.toISOString()
    if (target.kind === 'evaluation') {
      return { kind: target.kind, expiresAt, evaluation: viewForReaders(await loadView(reader, target.evaluation)) }
    }
    const query = sharedQuery(target)
    const prepared = await prepareComparison(reader, query)
    const comparison = comparisonForReaders(comparisonOf(prepared, query.unpaired === '1'))
    return target.kind === 'suite'
      ? { kind: target.kind, expiresAt, suite: target.suite, comparison }
      : { kind: target.kind, expiresAt, name: target.name ?? null, note: target.note ?? '', comparison }
  }

  @Serves(GetSharedStatistics)
  async judge(@Reader() reader: ShareReader, @HungUp() signal: HungUp): Promise<SharedStatistics> {
    const { target } = reader
    const asker = { team: reader.team, share: reader.share, signal }
    if (target.kind === 'evaluation') {
      const totals = await selectEvaluationTotals(reader.db, reader.team, target.evaluation)
      if (totals === null) throw unknownEvaluation(target.evaluation)
      const evaluation = await loadStatistics(this.office, reader.db, { totals }, asker)
      return { evaluation, comparison: null }
    }
    const prepared = await prepareComparison(reader, sharedQuery(target))
    return { evaluation: null, comparison: await judgeComparison(this.office, prepared, asker) }
  }
}

/** Read-only links to one evaluation, suite or comparison. */
@Module({ imports: [StatisticsModule], controllers: [ShareLinksController, SharedController] })
export class SharingModule {}
