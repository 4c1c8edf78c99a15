import type { EvaluationView, FinalStatistics } from '@cges-fleet/core'
import type { ReactNode } from 'react'
import type { NamedReport } from '../../../ui/methods/names'
import type { StatisticsState } from '../statistics/use-statistics'

/** What a tab's contents are told. */
export interface TabProps {
  readonly view: EvaluationView
  readonly reports: readonly NamedReport[]
  readonly final: FinalStatistics | null
  readonly statistics: StatisticsState
  /** What the server adds to the details. */
  readonly details: ReactNode
}
