import type { ComparisonStatistics, SharedView } from '@cges-fleet/core'
import { ComparedFigures } from '../compare/compared-figures'
import { fairnessOf, nameComparison } from '../compare/comparison'
import { Gone } from '../compare/gone'
import { EvaluationChips } from '../compare/evaluation-chips'
import { LiveTable } from '../compare/live-table'
import { SuiteFigures } from '../suites/suite-figures'

interface Props {
  readonly shared: Exclude<SharedView, { kind: 'evaluation' }>
  /** Null while they are computed. */
  readonly statistics: ComparisonStatistics | null
}

/** Nothing is asked for from here: the page is read again until all is there. */
const NO_QUERY = {}

/** A suite's table, or evaluations side by side, to be read. */
export function SharedComparison({ shared, statistics }: Props) {
  const { comparison } = shared
  if (shared.kind === 'suite') {
    return (
      <article className="suite-page" data-testid="shared-suite">
        <h1>Suite {shared.suite}</h1>
        <p className="subtitle">{fairnessOf(comparison.settings, ['model', 'sampling', 'answers']).words}</p>
        <SuiteFigures title={shared.suite} comparison={comparison} statistics={statistics} query={NO_QUERY} />
      </article>
    )
  }
  const { evaluations } = nameComparison(comparison)
  return (
    <article className="compare-page" data-testid="shared-comparison">
      <h1>{shared.name ?? 'Comparison'}</h1>
      {shared.note === '' ? null : <p className="comparison-note">{shared.note}</p>}
      <Gone ids={comparison.gone} address={null} />
      <section className="panel" aria-label="What is compared">
        <EvaluationChips evaluations={evaluations} base={comparison.base} query={null} />
        <p className="subtitle">{fairnessOf(comparison.settings).words}</p>
      </section>
      <ComparedFigures comparison={comparison} statistics={statistics} query={NO_QUERY} />
      <LiveTable evaluations={evaluations} />
    </article>
  )
}
