import { counted } from '@cges-fleet/core/counted'
import type { EvaluationStatistics, FinalStatistics, Outcome, ShareEstimate } from '@cges-fleet/core'
import { Fragment } from 'react'
import type { NamedReport } from '../families/name-methods'
import { formatCount } from '../format/format-count'
import { formatInterval } from '../format/format-interval'
import { formatShare } from '../format/format-share'
import type { TableText } from '../format/table/table-text'
import { TextTable } from '../format/table/text-table'

interface Props {
  readonly reports: readonly NamedReport[]
  readonly statistics: EvaluationStatistics
}

const OUTCOMES: readonly (readonly [Outcome, string])[] = [
  ['answer', 'with an answer'],
  ['no_answer', 'without an answer'],
  ['truncated', 'truncated'],
  ['declined', 'declined'],
  ['ended_early', 'ended early, below every method’s bar'],
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
      <div className="endings">
        <TextTable title="How trials ended" table={endingsText(reports, final)} />
      </div>
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
      {counted(total, 'sample')} read:{' '}
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

const COLUMNS = [
  'Method',
  'Correct',
  'Wrong',
  'Truncated',
  'Declined',
  'No answer',
  'Abstained',
  'Blocked',
  'Accuracy of all (blocked are wrong)',
  'Accuracy of those graded',
  'Accuracy of those with an answer',
]

/** The same rows before and after: what is not known yet is a dash, so that nothing below moves. */
function endingsText(reports: readonly NamedReport[], final: FinalStatistics | null): TableText {
  return {
    columns: COLUMNS,
    rows: reports.map(({ key, name }) => {
      const method = final?.methods.find((each) => each.key === key)
      if (method === undefined) return [name, ...COLUMNS.slice(1).map(() => '—')]
      const { correct, wrong, truncated, declined, noAnswer, abstained, blocked } = method.endings
      const { all, graded, completed } = method.accuracy
      const counts = [correct, wrong, truncated, declined, noAnswer, abstained, blocked].map(formatCount)
      return [name, ...counts, ...[all, graded, completed].map(written)]
    }),
    note: final === null ? 'Told once every trial is closed.' : 'Trials, by how each method ended on them.',
  }
}

function written(share: ShareEstimate | null): string {
  return share === null ? '—' : `${formatShare(share.value)} ${formatInterval(share)} n ${formatCount(share.n)}`
}
