import type { FinalStatistics } from '@cges-fleet/core'
import type { NamedReport } from '../families/name-methods'
import { formatCount } from '../format/format-count'
import { TextTable } from '../format/table/text-table'
import { figuresText } from './figures-text'

interface Props {
  readonly reports: readonly NamedReport[]
  readonly final: FinalStatistics | null
}

/** Every figure behind the table of methods, for citing or checking them. */
export function FiguresTable({ reports, final }: Props) {
  return (
    <details className="panel provenance" data-testid="figures">
      <summary>
        <h2>All figures</h2>
        <span className="muted">cost with intervals · p, mid-p, Holm · smallest difference found · replicates</span>
      </summary>
      {final === null ? (
        <p className="footnote">They are there once every trial is closed.</p>
      ) : (
        <>
          <TextTable title="All figures" table={figuresText(reports, final)} />
          <p className="footnote">
            Intervals of differences, calls, tokens and time: 95%, from {formatCount(final.resamples)} seeded resamples
            of questions. p: exact and two-sided, McNemar’s test, or sign flips by question where there are replicates
            (* signs drawn 10,000 times from a fixed seed). Mean ± s.d. over replicates is how papers print tables; it
            says how much a repetition of the same questions moves, not how much other questions would.
          </p>
          <p className="footnote">GPU time. {final.gpuTime}</p>
        </>
      )}
    </details>
  )
}
