import type { EvaluationStatistics, FinalStatistics, Outcome, ShareEstimate } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { Fragment } from 'react'
import { questionsAddress, type Selection } from '../../../addresses/questions'
import { QuestionsLink } from '../../../addresses/questions-link'
import { formatCount, formatInterval, formatShare } from '../../../ui/format/numbers'
import type { NamedReport } from '../../../ui/methods/names'
import type { TableCell, TableText } from '../../../ui/table/table-text'
import { TextTable } from '../../../ui/table/text-table'

interface Props {
  readonly id: string
  readonly reports: readonly NamedReport[]
  readonly statistics: EvaluationStatistics
}

const OUTCOMES: readonly (readonly [Outcome, string])[] = [
  ['answer', 'with an answer'],
  ['no_answer', 'without an answer'],
  ['truncated', 'truncated'],
  ['declined', 'declined'],
  ['ended_early', 'ended early, confidence too low for every method'],
  ['invalid_request', 'refused by the server'],
  ['infra_error', 'could not be drawn'],
]

/** The filters that find questions with samples of an outcome, if there is one. */
const FILTERS: Partial<Record<Outcome, string>> = { truncated: 'truncated', infra_error: 'blocked' }

/** How samples and trials ended: no failure is silently counted as wrong, or left out. */
export function OutcomesPanel({ id, reports, statistics }: Props) {
  const { final, rules } = statistics
  return (
    <section className="panel" aria-labelledby="outcomes-title" data-testid="outcomes">
      <h2 id="outcomes-title">Outcomes</h2>
      <SampleOutcomes id={id} outcomes={statistics.samples.outcomes} />
      <div className="endings">
        <TextTable title="How questions ended" table={endingsText(id, reports, final)} />
      </div>
      <p className="footnote">
        {rules.tie} {rules.noAnswer}
      </p>
    </section>
  )
}

interface SamplesProps {
  readonly id: string
  readonly outcomes: EvaluationStatistics['samples']['outcomes']
}

function SampleOutcomes({ id, outcomes }: SamplesProps) {
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
              <strong>
                {FILTERS[outcome] === undefined || count === 0 ? (
                  formatCount(count)
                ) : (
                  <QuestionsLink
                    id={id}
                    of={{ filter: FILTERS[outcome] }}
                    title="the questions that have such a sample"
                  >
                    {formatCount(count)}
                  </QuestionsLink>
                )}
              </strong>{' '}
              {words}
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
  'Failed',
  'Accuracy of all (failed count as wrong)',
  'Accuracy of those graded',
  'Accuracy of those with an answer',
]

/** The same rows before and after: what is not known yet is a dash, so that nothing below moves. */
function endingsText(id: string, reports: readonly NamedReport[], final: FinalStatistics | null): TableText {
  return {
    columns: COLUMNS,
    rows: reports.map(({ key, name }) => {
      const method = final?.methods.find((each) => each.key === key)
      if (method === undefined) return [name, ...COLUMNS.slice(1).map(() => '—')]
      const { correct, wrong, truncated, declined, noAnswer, abstained, blocked } = method.endings
      const { all, graded, completed } = method.accuracy
      const unanswered = { method: key, verdict: 'unanswered' }
      return [
        name,
        leading(correct, id, { method: key, verdict: 'correct' }),
        formatCount(wrong),
        leading(truncated, id, { ...unanswered, filter: 'truncated' }),
        formatCount(declined),
        leading(noAnswer, id, unanswered),
        formatCount(abstained),
        leading(blocked, id, { method: key, verdict: 'blocked' }),
        ...[all, graded, completed].map(written),
      ]
    }),
    note: final === null ? 'Shown once every question is finished.' : 'Questions, by how each method ended on them.',
  }
}

/** A count that leads to the questions it counts, or to few more: those of a verdict without an answer share one selection. */
function leading(count: number, id: string, of: Selection): TableCell {
  return count === 0 ? '0' : { text: formatCount(count), href: questionsAddress(id, of) }
}

function written(share: ShareEstimate | null): string {
  return share === null ? '—' : `${formatShare(share.value)} ${formatInterval(share)} n ${formatCount(share.n)}`
}
