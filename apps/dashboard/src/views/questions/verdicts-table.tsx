'use client'

import type { QuestionView } from '@cges-fleet/core'
import { Missing } from '../../ui/format/marks'
import { formatCount } from '../../ui/format/numbers'
import { Marker } from '../../ui/methods/marker'
import type { NamedReport } from '../../ui/methods/names'
import { CopiedHeading } from '../../ui/table/copied-heading'
import { AnswerKey, OtherScore, VerdictMark } from './answers'
import { stopWords } from './outcome-words'

interface Props {
  readonly view: QuestionView
  readonly reports: readonly NamedReport[]
  readonly chosen: string
}

const COLUMNS = ['Method', 'Answer', 'Calls', 'Tokens', 'Score', 'Why it stopped']
const UNTOLD = 'the server did not count the tokens of every answer'
const NUMBERS = new Set(['Calls', 'Tokens', 'Score'])

/** Each method's decision here: its answer, its calls, and why it stopped. */
export function VerdictsTable({ view, reports, chosen }: Props) {
  return (
    <section className="panel" aria-labelledby="verdicts-title">
      <CopiedHeading id="verdicts-title" title={`Verdicts on question ${view.position}`} of="verdicts-table">
        Verdicts
      </CopiedHeading>
      <div className="scroll-sideways" tabIndex={0} role="region" aria-label="Table of verdicts">
        <table id="verdicts-table" className="verdicts" data-testid="verdicts" role="table">
          <thead role="rowgroup">
            <Heads />
          </thead>
          <tbody role="rowgroup">
            {reports.map(({ key, name, identity, spec }) => {
              const verdict = view.verdicts.find(({ method }) => method === key)
              return (
                <tr key={key} role="row" data-verdict={key} className={key === chosen ? 'chosen' : ''}>
                  <th scope="row" role="rowheader">
                    <Marker identity={identity} hollow={verdict?.state !== 'resolved'} /> {name}
                  </th>
                  {verdict === undefined ? (
                    <td role="cell" colSpan={COLUMNS.length - 1} className="muted">
                      nothing read yet
                    </td>
                  ) : (
                    <VerdictCells verdict={verdict} view={view} spec={spec} />
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
    <tr role="row">
      {COLUMNS.map((column) => (
        <th scope="col" role="columnheader" key={column} className={NUMBERS.has(column) ? 'number' : ''}>
          {column}
        </th>
      ))}
    </tr>
  )
}

interface VerdictCellsProps {
  readonly verdict: QuestionView['verdicts'][number]
  readonly view: QuestionView
  readonly spec: NamedReport['spec']
}

function VerdictCells({ verdict, view, spec }: VerdictCellsProps) {
  const { state, answer, calls, tokens, score, otherScore, correct } = verdict
  const key = answer === null ? undefined : view.answers[answer]?.key
  return (
    <>
      <td role="cell">
        <AnswerKey text={key} />{' '}
        {state === 'resolved' ? <VerdictMark correct={correct} /> : <span className="muted">leads so far</span>}
      </td>
      <td role="cell" className="number" data-cell="calls" data-label="Calls">
        {calls}
      </td>
      <td role="cell" className="number" data-cell="tokens" data-label="Tokens">
        {tokens === null ? <Missing why={state === 'resolved' ? UNTOLD : 'it has no verdict'} /> : formatCount(tokens)}
      </td>
      <td role="cell" className="number" data-label="Score">
        {score === null ? <Missing why="there is no vote" /> : score.toFixed(3)}
        <OtherScore of={otherScore} />
      </td>
      <td role="cell">
        {state === 'resolved'
          ? stopWords(verdict, spec)
          : state === 'blocked'
            ? 'Failed: a sample could not be drawn.'
            : 'Still open.'}
      </td>
    </>
  )
}
