import type { EvaluationStatistics, FinalStatistics, MethodStatistics, Outcome, ShareEstimate } from '@cges-fleet/core'
import { Fragment } from 'react'
import type { NamedReport } from '../families/name-methods'
import { formatCount } from '../format/format-count'
import { formatInterval } from '../format/format-interval'
import { formatShare } from '../format/format-share'
import { Missing } from '../frame/missing'

interface Props {
  readonly reports: readonly NamedReport[]
  readonly statistics: EvaluationStatistics
}

const OUTCOMES: readonly (readonly [Outcome, string])[] = [
  ['answer', 'with an answer'],
  ['no_answer', 'without an answer'],
  ['truncated', 'truncated'],
  ['declined', 'declined'],
  ['invalid_request', 'refused by the server'],
  ['infra_error', 'not drawn: a fault'],
]

/** What became of samples and trials: nothing that went wrong is silently counted as wrong, or left out. */
export function OutcomesPanel({ reports, statistics }: Props) {
  const { final, rules } = statistics
  return (
    <section className="panel" aria-labelledby="outcomes-title" data-testid="outcomes">
      <h2 id="outcomes-title">Outcomes</h2>
      <SampleOutcomes outcomes={statistics.samples.outcomes} />
      {final === null ? (
        <p className="footnote">How trials ended, by method, is told once the evaluation is complete.</p>
      ) : (
        <div className="scroll-sideways">
          <TrialEndingsTable reports={reports} final={final} />
        </div>
      )}
      <p className="footnote">
        {rules.tie} {rules.noAnswer}
      </p>
    </section>
  )
}

function SampleOutcomes({ outcomes }: { readonly outcomes: EvaluationStatistics['samples']['outcomes'] }) {
  const total = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  return (
    <p className="outcomes" data-testid="sample-outcomes">
      {formatCount(total)} samples read:{' '}
      {OUTCOMES.map(([outcome, words], at) => {
        const count = outcomes[outcome] ?? 0
        return (
          <Fragment key={outcome}>
            {at === 0 ? '' : ' · '}
            <span className={count === 0 ? 'muted nowrap' : 'nowrap'}>
              <strong>{formatCount(count)}</strong> {words}
            </span>
          </Fragment>
        )
      })}
    </p>
  )
}

function TrialEndingsTable({
  reports,
  final,
}: {
  readonly reports: readonly NamedReport[]
  readonly final: FinalStatistics
}) {
  return (
    <table className="plain endings">
      <thead>
        <tr>
          <th scope="col">Method</th>
          <th scope="col">Correct</th>
          <th scope="col">Wrong</th>
          <th scope="col">Truncated</th>
          <th scope="col">Declined</th>
          <th scope="col">No answer</th>
          <th scope="col">Blocked</th>
          <th scope="col" title="blocked trials count as wrong">
            Accuracy of all
          </th>
          <th scope="col" title="trials with a verdict; no answer counts as wrong. The figure of the table above">
            of graded
          </th>
          <th scope="col" title="trials with a verdict that is an answer">
            of completed
          </th>
        </tr>
      </thead>
      <tbody>
        {reports.map(({ key, name }) => {
          const method = final.methods.find((each) => each.key === key)
          return method === undefined ? null : <EndingsRow key={key} name={name} method={method} />
        })}
      </tbody>
    </table>
  )
}

function EndingsRow({
  name,
  method: { endings, accuracy },
}: {
  readonly name: string
  readonly method: MethodStatistics
}) {
  const { correct, wrong, truncated, declined, noAnswer, blocked } = endings
  return (
    <tr>
      <th scope="row">{name}</th>
      {[correct, wrong, truncated, declined, noAnswer, blocked].map((count, at) => (
        <td key={at} className={count === 0 ? 'muted' : ''}>
          {formatCount(count)}
        </td>
      ))}
      {[accuracy.all, accuracy.graded, accuracy.completed].map((share, at) => (
        <td key={at}>
          <Share share={share} />
        </td>
      ))}
    </tr>
  )
}

function Share({ share }: { readonly share: ShareEstimate | null }) {
  if (share === null) return <Missing why="there is no such trial" />
  return (
    <>
      {formatShare(share.value)}{' '}
      <span className="muted">
        {formatInterval(share)} n {formatCount(share.n)}
      </span>
    </>
  )
}
