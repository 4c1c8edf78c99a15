import type { Agreement } from '@cges-fleet/core'
import Link from 'next/link'
import { formatCount } from '../format/format-count'
import { CopiedHeading } from '../format/table/copied-heading'
import { questionsAddress } from '../questions/selection'
import type { JudgedPair } from './judged-pairs'
import { pairName } from './named-comparison'

const COLUMNS: readonly (readonly [Agreement, string])[] = [
  ['both', 'Both right'],
  ['this', 'Only the first right'],
  ['other', 'Only the second right'],
  ['neither', 'Both wrong'],
]

/** Who is right where: the four counts of each pair, each leading to its questions. */
export function WinsTable({ judged }: { readonly judged: readonly JudgedPair[] }) {
  return (
    <section className="panel" aria-labelledby="wins-title">
      <CopiedHeading id="wins-title" title="Who is right where" of="wins-table">
        Who is right where
      </CopiedHeading>
      <p className="footnote">
        Trials that both have verdicts on, by who got them right. Each count opens its questions in the first’s
        evaluation.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className="scroll-sideways" tabIndex={0} role="region" aria-label="Table of agreement">
        <table id="wins-table" className="wins" data-testid="wins">
          <thead>
            <tr>
              <th scope="col">First against second</th>
              {COLUMNS.map(([agreement, title]) => (
                <th scope="col" key={agreement} className="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {judged.map((each) => (
              <Row key={pairName(each)} judged={each} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Row({ judged }: { readonly judged: JudgedPair }) {
  const { counts, pair } = judged
  const { both, onlyThis, onlyBase, neither, trials } = counts
  const found = { both, this: onlyThis, other: onlyBase, neither }
  const isWithin = pair.evaluation === pair.base
  return (
    <tr>
      <th scope="row">
        {pairName(judged)}
        <span className="wins-bar" aria-hidden="true">
          {COLUMNS.map(([agreement]) => (
            <span
              key={agreement}
              className={`wins-${agreement}`}
              style={{ width: `${(100 * found[agreement]) / trials}%` }}
            />
          ))}
        </span>
      </th>
      {COLUMNS.map(([agreement, title]) => (
        <td key={agreement} className="number">
          <Link
            className="counted"
            data-agreement={agreement}
            aria-label={`${title}: ${formatCount(found[agreement])}, ${pairName(judged)}`}
            href={questionsAddress(pair.evaluation, {
              method: pair.method,
              agreement,
              versus: isWithin ? undefined : pair.base,
              versusMethod: pair.baseMethod === pair.method ? undefined : pair.baseMethod,
            })}
            prefetch={false}
          >
            {formatCount(found[agreement])}
          </Link>
        </td>
      ))}
    </tr>
  )
}
