import type { FinalStatistics, MeanEstimate, SubsetAccuracy } from '@cges-fleet/core'
import { formatCount } from '../format/format-count'
import { formatInterval } from '../format/format-interval'
import { formatShare } from '../format/format-share'

/** maj@k, pass@k and pass^k: what k samples of the model would give, whichever k they were. */
export function SubsetsPanel({ final: { subsets, subsetsMissing } }: { readonly final: FinalStatistics }) {
  return (
    <details className="panel provenance" data-testid="subsets">
      <summary>
        <h2>Any k samples</h2>
        <span className="muted">{subsets === null ? subsetsMissing : 'maj@k · pass@k · pass^k'}</span>
      </summary>
      {subsets === null ? null : (
        <>
          <div className="scroll-sideways">
            <table className="plain">
              <thead>
                <tr>
                  <th scope="col">k</th>
                  <th scope="col">maj@k: the vote is right</th>
                  <th scope="col">pass@k: one is right</th>
                  <th scope="col">pass^k: all are right</th>
                </tr>
              </thead>
              <tbody>
                {subsets.rows.map((row) => (
                  <SubsetRow key={row.k} row={row} />
                ))}
              </tbody>
            </table>
          </div>
          <p className="footnote">
            Expectations over all subsets of the {subsets.samples} samples of each of {formatCount(subsets.trials)}{' '}
            trials, in every order; none of them is a prefix of one stream. 95% intervals over questions.
            {subsets.rows.some(({ majorityError }) => majorityError > 0)
              ? ' maj@k is from seeded random subsets; ± is the standard error of that.'
              : ' Exact: every subset is counted.'}
          </p>
        </>
      )}
    </details>
  )
}

function SubsetRow({ row: { k, majority, majorityError, passAny, passAll } }: { readonly row: SubsetAccuracy }) {
  return (
    <tr>
      <th scope="row">{k}</th>
      <td>
        <Estimate estimate={majority} />
        {majorityError === 0 ? null : <span className="muted"> ±{(100 * majorityError).toFixed(2)}</span>}
      </td>
      <td>
        <Estimate estimate={passAny} />
      </td>
      <td>
        <Estimate estimate={passAll} />
      </td>
    </tr>
  )
}

function Estimate({ estimate }: { readonly estimate: MeanEstimate }) {
  return (
    <>
      {formatShare(estimate.value)} <span className="muted">{formatInterval(estimate)}</span>
    </>
  )
}
