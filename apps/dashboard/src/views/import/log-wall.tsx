'use client'

import type { LogEntry, OtherReading, ReadingCounts } from '@cges-fleet/formats'
import { counted } from '@cges-fleet/core/counted'
import { closePercent, formatCount, formatShare } from '../../ui/format/numbers'
import { KINDS } from '../benchmarks/kinds'
import type { FoundLog } from './read-log'
import type { ChosenReading } from './use-log'
import { ScrollRegion } from '../../ui/table/scroll-region'

interface Props {
  readonly found: FoundLog
  /** Whether its reader wants it imported although something speaks against it. */
  readonly anyway: boolean
  readonly onAnyway: (anyway: boolean) => void
  readonly onRead: (changes: Partial<ChosenReading>) => void
}

/** How a log was read: whether its grades agree with ours first, then what is in it. A fault stops the import here. */
export function LogWall({ found, anyway, onAnyway, onRead }: Props) {
  const { log, survey, doubts, notes } = found
  return (
    <section className="panel log-wall" aria-labelledby="wall-title">
      <h2 id="wall-title">What was read</h2>
      {doubts.fault === null ? (
        <p className="good" data-testid="wall" data-wall="passed">
          ✓ {agreement(survey.counts)}
        </p>
      ) : (
        <Fault doubts={doubts} anyway={anyway} onAnyway={onAnyway} onRead={onRead} />
      )}
      {doubts.note === null ? null : <p className="warn">{closePercent(doubts.note)}.</p>}
      <Figures found={found} />
      <FirstRows rows={log.rows} />
      <ul className="muted">
        {[...notes, ...survey.warnings].map((note) => (
          <li key={note}>{closePercent(note)}</li>
        ))}
      </ul>
    </section>
  )
}

function agreement({ gradable, right, graded, agreed, gradedQuestions }: ReadingCounts): string {
  if (gradable === 0) return 'The log was read. It has no reference answers to grade by.'
  if (graded === 0) {
    const own = gradedQuestions === 0 ? 'It has no grades' : 'It grades one answer a question and no samples'
    return `The log was read. ${own}; by our grading ${share(right, gradable)} of samples are right.`
  }
  return `Our grades and the log’s agree on ${share(agreed, graded)} of ${counted(graded, 'sample')}.`
}

function share(count: number, of: number): string {
  return of === 0 ? '—' : formatShare(count / of)
}

interface FaultProps extends Omit<Props, 'found'> {
  readonly doubts: FoundLog['doubts']
}

/** Why the import stops here, and the readings that do better. */
function Fault({ doubts: { fault, others, tried }, anyway, onAnyway, onRead }: FaultProps) {
  return (
    <div className="bad" role="alert" data-testid="wall" data-wall="stopped">
      <p>
        <strong>Stopped:</strong> {fault === null ? null : closePercent(fault)}.
      </p>
      {others.length === 0 ? <p>No other kind or reading of the answers works better.</p> : null}
      {others.map((other) => (
        <p key={other.options}>
          <button
            type="button"
            onClick={() => onRead({ kind: other.kind, ...(other.from === undefined ? {} : { answers: other.from }) })}
          >
            {readingWords(other)}
          </button>{' '}
          {other.isLikely ? 'Likely right' : 'Better, though not enough'}: {resultOf(other)} (first{' '}
          {counted(tried, 'sample')})
        </p>
      ))}
      <label className="check">
        <input type="checkbox" checked={anyway} onChange={({ target: { checked } }) => onAnyway(checked)} /> Import it
        anyway
      </label>
    </div>
  )
}

/** The options of a reading as a reader's button says them. */
function readingWords({ kind, from, options }: OtherReading): string {
  const answers = from === 'text' ? 'Read answers again from the texts' : 'Take the log’s answers'
  const isKind = options.includes('--kind')
  if (!options.includes('--answers')) return `Read answers as: ${KINDS[kind].toLowerCase()}`
  return isKind ? `${answers}, as: ${KINDS[kind].toLowerCase()}` : answers
}

function resultOf({ counts: { samples, unread, gradable, right, graded, agreed } }: OtherReading): string {
  const grades = graded === 0 ? `${share(right, gradable)} right` : `grades agree on ${share(agreed, graded)}`
  return `${grades}, nothing read in ${share(unread, samples)}`
}

function Figures({ found: { log, survey } }: { readonly found: FoundLog }) {
  const { counts: figures } = survey
  const rows = [
    ['Format', log.format],
    ['Answers', KINDS[log.rules.kind].toLowerCase()],
    ['Model', survey.model ?? 'not named in the log'],
    ['Questions', formatCount(survey.questions.length)],
    ['Samples', `${formatCount(survey.samples)}, mostly ${survey.budget} a question`],
    ['Without an answer', `${share(figures.withoutAnswer, figures.samples)} (${formatCount(figures.withoutAnswer)})`],
    ['Not understood', `${share(figures.unread, figures.samples)} (${formatCount(figures.unread)})`],
    ['Cut at a limit', `${share(survey.truncated, survey.samples)} (${formatCount(survey.truncated)})`],
    ['Failed when drawn', formatCount(survey.failed)],
    ['Right by our grade', share(figures.right, figures.gradable)],
    ['Right by the log’s', share(figures.logRight, figures.graded)],
    ['Confidence for CGES', survey.signal ?? 'none in the log'],
  ]
  return (
    <dl className="wall-figures" data-testid="wall-figures">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const SHOWN = 3
const LONGEST = 160

/** The first rows as they are read. */
function FirstRows({ rows }: { readonly rows: readonly LogEntry[] }) {
  const shown = rows.slice(0, SHOWN)
  return (
    <ScrollRegion label="The first rows">
      <table data-testid="preview">
        <caption>The first {counted(shown.length, 'row')} as read</caption>
        <thead>
          <tr>
            <th scope="col">Id</th>
            <th scope="col">Question</th>
            <th scope="col">Reference</th>
            <th scope="col">Samples</th>
            <th scope="col">First response</th>
            <th scope="col">Its answer in the log</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ question: { id, question, answer }, samples }, at) => (
            <tr key={`${id} ${at}`}>
              <th scope="row">{shortened(id)}</th>
              <td dir="auto">{shortened(question ?? '—')}</td>
              <td dir="auto">{shortened(answer ?? '—')}</td>
              <td>{samples.length}</td>
              <td dir="auto">{shortened(samples[0]?.text ?? '—')}</td>
              <td dir="auto">{shortened(samples[0]?.answer ?? '—')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
