import type { FinalStatistics, MeanEstimate } from '@cges-fleet/core'
import { subsetsWords } from '@cges-fleet/core/statistics-words'
import { formatCount, formatInterval, formatShare } from '../../../ui/format/numbers'
import type { TableText } from '../../../ui/table/table-text'
import { TextTable } from '../../../ui/table/text-table'

type Subsets = NonNullable<FinalStatistics['subsets']>

/** maj@k, pass@k and pass^k: what k samples of the model would give, whichever k they were. */
export function SubsetsPanel({ final }: { readonly final: FinalStatistics | null }) {
  const subsets = final?.subsets ?? null
  return (
    <details className="panel provenance" data-testid="subsets">
      <summary>
        <h2>Any k samples</h2>
        <span className="muted">maj@k · pass@k · pass^k</span>
      </summary>
      {subsets === null ? (
        <p className="footnote">
          {final?.subsetsMissing ? subsetsWords(final.subsetsMissing) : 'They appear once every question is finished'}.
        </p>
      ) : (
        <>
          <TextTable title="Any k samples" table={subsetsText(subsets)} />
          <p className="footnote">
            Expectations over all subsets of the {subsets.samples} samples of each of {formatCount(subsets.trials)}{' '}
            questions, in every order; none of them is a prefix of one stream. 95% intervals over questions.
            {subsets.rows.some(({ majorityError }) => majorityError > 0)
              ? ' maj@k is from seeded random subsets; ± is the standard error of that.'
              : ' Exact: every subset is counted.'}
          </p>
        </>
      )}
    </details>
  )
}

function subsetsText({ rows }: Subsets): TableText {
  return {
    columns: ['k', 'maj@k: the vote is right', 'pass@k: one is right', 'pass^k: all are right'],
    rows: rows.map(({ k, majority, majorityError, passAny, passAll }) => [
      `${k}`,
      `${written(majority)}${majorityError === 0 ? '' : ` ±${(100 * majorityError).toFixed(2)}`}`,
      written(passAny),
      written(passAll),
    ]),
  }
}

function written(estimate: MeanEstimate): string {
  return `${formatShare(estimate.value)} ${formatInterval(estimate)}`
}
