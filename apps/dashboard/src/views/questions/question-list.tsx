'use client'

import type { QuestionPage, QuestionRow, QuestionVerdict } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { questionAddress, type Selection } from '../../addresses/questions'
import { Marker } from '../../ui/methods/marker'
import type { NamedReport } from '../../ui/methods/names'
import { useKeys } from '../../ui/shell/keys'
import { stepRows } from '../../ui/shell/step-rows'
import { AnswerKey, type HeldTo, OtherScore, VerdictMark, VersusGiven, VisibleText } from './answers'
import { FLAG_WORDS } from '@cges-fleet/core/flag-words'

interface Props {
  readonly id: string
  readonly page: QuestionPage
  readonly selection: Selection
  readonly methods: readonly NamedReport[]
  /** The other evaluation it is compared with on correctness; null if none. */
  readonly versus: HeldTo | null
  /** Whether the evaluation has several replicates of each question. */
  readonly several: boolean
}

const COLUMNS = ['#', 'Question', 'Answers given, by whom, after how many calls', 'Samples read']
const NUMBERS = new Set(['#', 'Samples read'])

/** A page of questions, each with its answers and who gave them; j and k move, Enter opens. */
export function QuestionList({ id, page, selection, methods, versus, several }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  useKeys({
    j: () => stepRows(body.current, 1),
    k: () => stepRows(body.current, -1),
    // If questions are withheld there is nothing to search.
    '/': () => document.querySelector<HTMLElement>('.selection-form input[type=search]')?.focus(),
  })
  return (
    <>
      <MarkersKey methods={methods} />
      <table role="table" className="questions" data-testid="questions">
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map((column) => (
              <th role="columnheader" scope="col" key={column} className={NUMBERS.has(column) ? 'number' : ''}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {page.questions.map((row) => (
            <QuestionTableRow
              key={`${row.replicate}.${row.position}`}
              id={id}
              row={row}
              selection={selection}
              methods={methods}
              versus={versus}
              several={several}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Names the markers: on a phone, methods stand in the list by them alone. */
function MarkersKey({ methods }: Pick<Props, 'methods'>) {
  return (
    <p className="markers-key" data-testid="markers-key">
      {methods.map(({ key, name, identity }) => (
        <span key={key} className="giver">
          <Marker identity={identity} />
          {name}
        </span>
      ))}
      <span className="muted">Numbers are calls.</span>
    </p>
  )
}

interface QuestionTableRowProps {
  readonly id: string
  readonly row: QuestionRow
  readonly selection: Selection
  readonly methods: readonly NamedReport[]
  readonly versus: HeldTo | null
  /** Whether the evaluation has several replicates of each question. */
  readonly several: boolean
}

/** One question of the list. */
function QuestionTableRow({ id, row, selection, methods, versus, several }: QuestionTableRowProps) {
  const { position, replicate, questionId, excerpt, samples, verdicts, flags, commentCount } = row
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
        {commentCount === 0 ? null : (
          <span className="row-comments">
            {flags.map((flag) => (
              <span key={flag} className="flag" title={FLAG_WORDS[flag]}>
                ⚑<span className="flag-words"> {FLAG_WORDS[flag]}</span>
              </span>
            ))}
            <span className="muted">{counted(commentCount, 'comment')}</span>
          </span>
        )}
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

interface AnswersProps extends Pick<QuestionTableRowProps, 'methods'> {
  readonly verdicts: readonly QuestionVerdict[]
  readonly chosen: string | undefined
}

function AnswersGiven({ verdicts, methods, chosen }: AnswersProps) {
  if (verdicts.length === 0) return <span className="muted">nothing read yet</span>
  return (
    <div className="answers-room">
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
    </div>
  )
}

function Given({ answer, correct, state }: Pick<QuestionVerdict, 'answer' | 'correct' | 'state'>) {
  if (state !== 'resolved') return <span className="muted">{state === 'open' ? 'no verdict yet' : 'failed'}</span>
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
      {report === undefined ? (
        method
      ) : (
        <>
          <Marker identity={report.identity} hollow={state !== 'resolved'} />
          <span className="giver-name">{report.name}</span>
        </>
      )}{' '}
      <span className="muted">{calls}</span>
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

/** A link to the worst disagreement, with its key. */
export function WorstLink({ address }: { readonly address: string }) {
  const { push } = useRouter()
  useKeys({ w: () => push(address) })
  return (
    <Link
      className="chip worst"
      href={address}
      prefetch={false}
      aria-keyshortcuts="w"
      title="The question where one method was most confident and wrong while another was right. Key: w"
    >
      Worst disagreement →
    </Link>
  )
}
