import type { QuestionRow, QuestionVerdict } from '@cges-fleet/core'
import Link from 'next/link'
import { Marker } from '../families/marker'
import type { NamedReport } from '../families/name-methods'
import { AnswerKey } from './answer-key'
import { OtherScore } from './other-score'
import { questionAddress, type Selection } from './selection'
import { VerdictMark } from './verdict-mark'
import { type HeldTo, VersusGiven } from './versus-given'
import { VisibleText } from './visible-text'

interface Props {
  readonly id: string
  readonly row: QuestionRow
  readonly selection: Selection
  readonly methods: readonly NamedReport[]
  readonly versus: HeldTo | null
  /** Whether the evaluation has several replicates of each question. */
  readonly several: boolean
}

/** One question of the list. */
export function QuestionTableRow({ id, row, selection, methods, versus, several }: Props) {
  const { position, replicate, questionId, excerpt, samples, verdicts } = row
  return (
    <tr role="row" data-question={`${replicate}.${position}`}>
      <td role="cell" className="number" data-label="#">
        {position}
        {several ? <span className="muted"> · replicate {replicate}</span> : null}
      </td>
      <th role="rowheader" scope="row">
        <Link data-open href={questionAddress(id, row, selection)} prefetch={false}>
          <VisibleText text={questionId} />
        </Link>
        {excerpt === null ? null : (
          <span className="excerpt">
            <VisibleText text={excerpt} />
          </span>
        )}
      </th>
      <td role="cell" data-label="Answers given">
        <AnswersGiven verdicts={verdicts} methods={methods} chosen={selection.method} />
        {versus === null ? null : <VersusGiven id={id} row={row} selection={selection} of={versus} />}
      </td>
      <td role="cell" className="number" data-label="Samples read">
        {samples}
      </td>
    </tr>
  )
}

interface AnswersProps extends Pick<Props, 'methods'> {
  readonly verdicts: readonly QuestionVerdict[]
  readonly chosen: string | undefined
}

function AnswersGiven({ verdicts, methods, chosen }: AnswersProps) {
  if (verdicts.length === 0) return <span className="muted">nothing read yet</span>
  return (
    <ul className="answers-given">
      {grouped(verdicts).map(({ key, answer, correct, state, of }) => (
        <li key={key}>
          <Given answer={answer} correct={correct} state={state} />
          <span className="givers">
            {of.map((verdict) => (
              <Giver key={verdict.method} verdict={verdict} methods={methods} chosen={chosen} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Given({ answer, correct, state }: Pick<QuestionVerdict, 'answer' | 'correct' | 'state'>) {
  if (state !== 'resolved') return <span className="muted">{state === 'open' ? 'no verdict yet' : 'blocked'}</span>
  return (
    <>
      <AnswerKey text={answer} /> <VerdictMark correct={correct} />
    </>
  )
}

interface GiverProps {
  readonly verdict: QuestionVerdict
  readonly methods: readonly NamedReport[]
  readonly chosen: string | undefined
}

function Giver({ verdict: { method, calls, state, otherScore }, methods, chosen }: GiverProps) {
  const report = methods.find(({ key }) => key === method)
  const isChosen = chosen !== undefined && (chosen === method || chosen === report?.label)
  return (
    <span className={`giver ${isChosen ? 'chosen' : ''}`}>
      {report === undefined ? null : <Marker identity={report.identity} hollow={state !== 'resolved'} />}
      {report?.name ?? method} <span className="muted">{calls}</span>
      <OtherScore of={otherScore} />
    </span>
  )
}

interface Group extends Pick<QuestionVerdict, 'answer' | 'correct' | 'state'> {
  readonly key: string
  readonly of: readonly QuestionVerdict[]
}

/** Groups verdicts with the same answer, in the order of the methods; methods without a verdict come last. */
function grouped(verdicts: readonly QuestionVerdict[]): Group[] {
  const groups = new Map<string, QuestionVerdict[]>()
  for (const verdict of verdicts) {
    const key = JSON.stringify([verdict.state, verdict.state === 'resolved' ? verdict.answer : null])
    groups.set(key, [...(groups.get(key) ?? []), verdict])
  }
  return [...groups]
    .flatMap(([key, of]) => of.slice(0, 1).map(({ answer, correct, state }) => ({ key, answer, correct, state, of })))
    .toSorted((a, b) => Number(a.state !== 'resolved') - Number(b.state !== 'resolved'))
}
