import type { QuestionRow, QuestionVerdict } from '@cges-fleet/core'
import Link from 'next/link'
import { questionAddress, type Selection } from '../../../addresses/questions'
import { Marker } from '../../../ui/methods/marker'
import type { NamedReport } from '../../../ui/methods/names'
import { AnswerKey, VerdictMark, VisibleText } from '../../questions/answers'

interface Props {
  readonly id: string
  readonly rows: readonly QuestionRow[]
  readonly selection: Selection
  readonly methods: readonly NamedReport[]
}

/** Questions in a line each: what was asked, and which answer which methods gave. */
export function QuestionRows({ id, rows, selection, methods }: Props) {
  return (
    <ul className="question-rows" data-testid="tab-questions">
      {rows.map((row) => (
        <li key={`${row.replicate}.${row.position}`} data-question={`${row.replicate}.${row.position}`}>
          <Link href={questionAddress(id, row, selection)} prefetch={false}>
            <VisibleText text={row.questionId} />
          </Link>
          <span className="muted excerpt">{row.excerpt === null ? '' : <VisibleText text={row.excerpt} />}</span>
          <span className="row-answers">
            {answersOf(row.verdicts).map((answer) => (
              <Answer key={answer.key} of={answer} methods={methods} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface Given extends Pick<QuestionVerdict, 'answer' | 'correct' | 'state'> {
  readonly key: string
  readonly by: readonly QuestionVerdict[]
}

function answersOf(verdicts: readonly QuestionVerdict[]): Given[] {
  const keys = [...new Set(verdicts.map(keyOf))]
  return keys.flatMap((key) => {
    const by = verdicts.filter((verdict) => keyOf(verdict) === key)
    return by.slice(0, 1).map(({ answer, correct, state }) => ({ key, answer, correct, state, by }))
  })
}

function keyOf({ state, answer }: QuestionVerdict): string {
  return JSON.stringify([state, state === 'resolved' ? answer : null])
}

function Answer({ of: { answer, correct, state, by }, methods }: { readonly of: Given } & Pick<Props, 'methods'>) {
  const names = by.map(({ method, calls }) => {
    const name = methods.find(({ key }) => key === method)?.name ?? method
    return calls === null ? name : `${name} after ${calls}`
  })
  return (
    <span className="nowrap" title={names.join(', ')}>
      {state === 'resolved' ? (
        <>
          <AnswerKey text={answer} /> <VerdictMark correct={correct} />
        </>
      ) : (
        <span className="muted">{state === 'open' ? 'no verdict yet' : 'failed'}</span>
      )}{' '}
      <span className="sr-only">by {names.join(', ')}</span>
      {by.map(({ method }) => {
        const report = methods.find(({ key }) => key === method)
        return report === undefined ? null : (
          <Marker key={method} identity={report.identity} hollow={state !== 'resolved'} />
        )
      })}
    </span>
  )
}
