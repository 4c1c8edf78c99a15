import { CallsFigure, LiveAccuracy } from './live-cells'
import { formatBetween } from '../../ui/format/numbers'
import { Marker } from '../../ui/methods/marker'
import { CopiedHeading } from '../../ui/table/copied-heading'
import type { LetteredEvaluation } from './comparison'
import { ScrollRegion } from '../../ui/table/scroll-region'

const NOT_FINAL =
  'These evaluations are not complete. Their figures may still move, so no pair and no chart above includes them.'
const DECIDED =
  'These evaluations stopped once their result was sure. Their figures are estimates for all questions, so no chart above includes them.'

/** Evaluations that are not complete, apart from final ones: current values and estimates, never judged. */
export function LiveTable({ evaluations }: { readonly evaluations: readonly LetteredEvaluation[] }) {
  const live = evaluations.filter(({ reports }) => reports.some(({ interim }) => interim))
  if (live.length === 0) return null
  const words = live.every(({ evaluation }) => evaluation.status === 'decided') ? DECIDED : NOT_FINAL
  return (
    <section className="panel interim-panel" aria-labelledby="live-title" data-testid="live-figures">
      <CopiedHeading id="live-title" title="Figures that are not final" of="live-table">
        Not final
      </CopiedHeading>
      <p className="footnote">{words}</p>
      <ScrollRegion label="Table of figures that are not final">
        <table id="live-table" className="live-figures">
          <thead>
            <tr>
              <th scope="col">Method</th>
              <th scope="col">Accuracy, not final</th>
              <th scope="col">Calls a question, not final</th>
            </tr>
          </thead>
          <tbody>
            {live.map((each) => (
              <Rows key={each.letter} of={each} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

function Rows({ of: { letter, reports } }: { readonly of: LetteredEvaluation }) {
  return reports
    .filter(({ interim }) => interim)
    .map((report) => {
      const { key, name, identity, live, accuracyBounds, trials } = report
      return (
        <tr key={key} data-live={letter}>
          <th scope="row">
            <Marker identity={identity} hollow /> {letter} {name}
          </th>
          <td className="interim">
            <span className="cell-line">
              {live === null ? (
                <>
                  <span className="tag">interim</span>
                  <span className="aside">can only end {formatBetween(accuracyBounds)}%</span>
                </>
              ) : (
                <LiveAccuracy live={live} trials={trials} />
              )}
            </span>
          </td>
          <td className="interim">
            <span className="cell-line">
              <CallsFigure report={report} />
            </span>
          </td>
        </tr>
      )
    })
}
