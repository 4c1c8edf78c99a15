'use client'

import type { EvaluationView, QuestionView } from '@cges-fleet/core'
import { counted, inNumber } from '@cges-fleet/core/counted'
import Link from 'next/link'
import { poolAddress } from '../../addresses/pools'
import { Missing } from '../../ui/format/marks'
import { formatCount } from '../../ui/format/numbers'
import { Marker } from '../../ui/methods/marker'
import type { NamedReport } from '../../ui/methods/names'
import { CopiedHeading } from '../../ui/table/copied-heading'
import { AnswerKey, OtherScore, VerdictMark } from './answers'
import { reasonWords } from './outcome-words'

interface Props {
  readonly view: QuestionView
  readonly reports: readonly NamedReport[]
  readonly chosen: string
}

const COLUMNS = ['Method', 'Answer', 'Calls', 'Tokens', 'Score', 'Why it stopped']
const UNTOLD = 'not every answer it was charged for says how many it has'
const NUMBERS = new Set(['Calls', 'Tokens', 'Score'])

/** Each method's decision here: its answer, its calls, and why it stopped. */
export function VerdictsTable({ view, reports, chosen }: Props) {
  return (
    <section className="panel" aria-labelledby="verdicts-title">
      <CopiedHeading id="verdicts-title" title={`Verdicts on question ${view.position}`} of="verdicts-table">
        Verdicts
      </CopiedHeading>
      <div className="scroll-sideways" tabIndex={0} role="region" aria-label="Verdicts">
        <table id="verdicts-table" className="verdicts" data-testid="verdicts">
          <thead>
            <Heads />
          </thead>
          <tbody>
            {reports.map(({ key, name, identity }) => {
              const verdict = view.verdicts.find(({ method }) => method === key)
              return (
                <tr key={key} data-verdict={key} className={key === chosen ? 'chosen' : ''}>
                  <th scope="row">
                    <Marker identity={identity} hollow={verdict?.state !== 'resolved'} /> {name}
                  </th>
                  {verdict === undefined ? (
                    <td colSpan={COLUMNS.length - 1} className="muted">
                      nothing read yet
                    </td>
                  ) : (
                    <VerdictCells verdict={verdict} view={view} />
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Heads() {
  return (
    <tr>
      {COLUMNS.map((column) => (
        <th scope="col" key={column} className={NUMBERS.has(column) ? 'number' : ''}>
          {column}
        </th>
      ))}
    </tr>
  )
}

function VerdictCells({
  verdict,
  view,
}: {
  readonly verdict: QuestionView['verdicts'][number]
  readonly view: QuestionView
}) {
  const { state, answer, calls, tokens, score, otherScore, reason, correct } = verdict
  const key = answer === null ? undefined : view.answers[answer]?.key
  return (
    <>
      <td>
        <AnswerKey text={key} />{' '}
        {state === 'resolved' ? <VerdictMark correct={correct} /> : <span className="muted">leads so far</span>}
      </td>
      <td className="number" data-cell="calls">
        {calls}
      </td>
      <td className="number" data-cell="tokens">
        {tokens === null ? <Missing why={state === 'resolved' ? UNTOLD : 'it has no verdict'} /> : formatCount(tokens)}
      </td>
      <td className="number">
        {score === null ? <Missing why="there is no vote" /> : score.toFixed(3)}
        <OtherScore of={otherScore} />
      </td>
      <td>
        {state === 'resolved'
          ? reasonWords(reason)
          : state === 'blocked'
            ? 'blocked: a sample could not be drawn'
            : 'not yet: it is open'}
      </td>
    </>
  )
}

interface NothingReadProps {
  readonly evaluation: Pick<EvaluationView, 'status' | 'reason' | 'pool' | 'samples'>
  readonly view: QuestionView
}

/** Why there is nothing of a question to show yet, or any more. */
export function NothingRead({ evaluation: { status, reason, pool, samples }, view }: NothingReadProps) {
  const being = view.samples.filter(({ state }) => state === 'leased').length
  const waiting = view.samples.filter(({ state }) => state === 'pending').length
  const failed = view.samples.find(({ error }) => error !== null)
  return (
    <section className="panel notice" data-testid="nothing-read">
      <h2>No samples yet</h2>
      {failed === undefined ? null : <p>Its first sample could not be drawn: {failed.error}</p>}
      {failed === undefined && status === 'running' ? (
        <p>
          {being + waiting === 0
            ? `This question has not had its turn${samples.waiting === 0 ? '' : `: ${counted(samples.waiting, 'sample')} of this evaluation ${inNumber(samples.waiting, 'waits', 'wait')} before it`}.`
            : `Of its samples ${being} ${inNumber(being, 'is', 'are')} being drawn and ${waiting} ${inNumber(waiting, 'waits', 'wait')} for a worker of pool ${pool.name}.`}{' '}
          The page shows them as they come. <Link href={poolAddress(pool.name, '1h')}>Why is it waiting?</Link>
        </p>
      ) : null}
      {failed === undefined && status === 'paused' ? (
        <p>The evaluation is paused: nothing is drawn until it is resumed.</p>
      ) : null}
      {failed === undefined && status !== 'running' && status !== 'paused' ? (
        <p>
          The evaluation ended before this question was drawn ({status.replace('_', '-')}
          {reason === null ? '' : `: ${reason}`}).
        </p>
      ) : null}
    </section>
  )
}
