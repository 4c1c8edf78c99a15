import type { QuestionView } from '@cges-fleet/core'
import { familyOf } from '../families/family'
import { Marker } from '../families/marker'
import type { NamedReport } from '../families/name-methods'
import { Missing } from '../frame/missing'
import { reasonWords } from './reason-words'
import { VerdictMark } from './verdict-mark'
import { VisibleText } from './visible-text'

interface Props {
  readonly view: QuestionView
  readonly reports: readonly NamedReport[]
  readonly chosen: string
}

/** What each method decided here: its answer, its calls, and why it stopped. */
export function VerdictsTable({ view, reports, chosen }: Props) {
  return (
    <section className="panel" aria-labelledby="verdicts-title">
      <h2 id="verdicts-title">Verdicts</h2>
      <div className="scroll-sideways" tabIndex={0} role="region" aria-label="Verdicts">
        <table className="verdicts" data-testid="verdicts">
          <thead>
            <tr>
              <th scope="col">Method</th>
              <th scope="col">Answer</th>
              <th scope="col" className="number">
                Calls
              </th>
              <th scope="col" className="number">
                Score
              </th>
              <th scope="col">Why it stopped</th>
            </tr>
          </thead>
          <tbody>
            {reports.map(({ key, name, spec }) => {
              const verdict = view.verdicts.find(({ method }) => method === key)
              return (
                <tr key={key} data-verdict={key} className={key === chosen ? 'chosen' : ''}>
                  <th scope="row">
                    <Marker family={familyOf(spec.method)} hollow={verdict?.state !== 'resolved'} /> {name}
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
  const { state, answer, calls, score, reason, correct } = verdict
  const key = answer === null ? undefined : view.answers[answer]?.key
  return (
    <>
      <td>
        <span className="answer-key">{key === undefined ? <em>no answer</em> : <VisibleText text={key} />}</span>{' '}
        {state === 'resolved' ? <VerdictMark correct={correct} /> : <span className="muted">leads so far</span>}
      </td>
      <td className="number" data-cell="calls">
        {calls}
      </td>
      <td className="number">{score === null ? <Missing why="there is no vote" /> : score.toFixed(3)}</td>
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
