import type { QuestionRow } from '@cges-fleet/core'
import Link from 'next/link'
import { Marker } from '../families/marker'
import type { NamedReport } from '../families/name-methods'
import { AnswerKey } from './answer-key'
import { mirrored, questionAddress, type Selection } from './selection'
import { VerdictMark } from './verdict-mark'

/** The evaluation that another is compared with. */
export interface HeldTo {
  readonly name: string
  readonly methods: readonly NamedReport[]
}

interface Props {
  readonly id: string
  readonly row: QuestionRow
  readonly selection: Selection
  readonly of: HeldTo
}

/** The compared method's answer in the other evaluation, with a link to the same question there. */
export function VersusGiven({ id, row, selection, of: { name, methods } }: Props) {
  const { versus: verdict } = row
  const report = methods.find(({ key }) => key === verdict?.method)
  return (
    <p className="versus" data-versus={selection.versus}>
      <Link href={questionAddress(selection.versus ?? id, row, mirrored(id, selection))} prefetch={false}>
        In {name}
      </Link>
      {': '}
      {verdict === null ? (
        <span className="muted">no verdict there</span>
      ) : (
        <>
          <AnswerKey text={verdict.answer} /> <VerdictMark correct={verdict.correct} />{' '}
          <span className="giver">
            {report === undefined ? null : <Marker identity={report.identity} />} {report?.name ?? verdict.method}{' '}
            <span className="muted">{verdict.calls}</span>
          </span>
        </>
      )}
    </p>
  )
}
