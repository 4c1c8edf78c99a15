import type { QuestionView } from '@cges-fleet/core'
import { Marker } from '../families/marker'
import type { NamedReport } from '../families/name-methods'
import { Missing } from '../frame/missing'
import { AnswerKey } from './answer-key'
import { reasonWords } from './reason-words'
import { VerdictMark } from './verdict-mark'

interface Props {
  readonly view: QuestionView
  readonly reports: readonly NamedReport[]
  readonly chosen: string
}

const COLUMNS = ['Method', 'Answer', 'Calls', 'Score', 'Why it stopped']
const NUMBERS = new Set(['Calls', 'Score'])

/** What each method decided here: its answer, its calls, and why it stopped. */
export function VerdictsTable({ view, reports, chosen }: Props) {
  return (
    <section className="panel" aria-labelledby="verdicts-title">
      <h2 id="verdicts-title">Verdicts</h2>
      <div className="scroll-sideways" tabIndex={0} role="region" aria-label="Verdicts">
        <table className="verdicts" data-testid="verdicts">
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th scope="col" key={column} className={NUMBERS.has(column) ? 'number' : ''}>
                  {column}
                </th>
              ))}
            </tr>
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
                    <td colSpan={4} className="muted">
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

function VerdictCells({
  verdict,
  view,
}: {
  readonly verdict: QuestionView['verdicts'][number]
  readonly view: QuestionView
}) {
  const { state, answer, calls, score, otherScore, reason, correct } = verdict
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
      <td className="number">
        {score === null ? <Missing why="there is no vote" /> : score.toFixed(3)}
        {otherScore === null ? null : (
          <span className="muted" title="the posterior of all answers not seen">
            {' '}
            OTHER {otherScore.toFixed(3)}
          </span>
        )}
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
