import type { FinalStatistics, SignalQuality } from '@cges-fleet/core'
import { formatCount } from '../format/format-count'
import { formatShare } from '../format/format-share'
import { ReliabilityDiagram } from './reliability-diagram'

/** How far each confidence signal can be believed: on that rests how CGES does. */
export function SignalsPanel({ final: { signals } }: { readonly final: FinalStatistics }) {
  if (signals.length === 0) return null
  return (
    <details className="panel provenance" data-testid="signals">
      <summary>
        <h2>Confidence signals</h2>
        <span className="muted">reliability · ECE · AUC · Brier · drift, over all answers drawn</span>
      </summary>
      <div className="signals">
        {signals.map((signal) => (
          <Signal key={signal.signal} quality={signal} />
        ))}
      </div>
      <p className="footnote">
        Points: answers in ten bins of equal width, how sure against how often right, with Wilson’s 95% interval; the
        bars below count them. Where methods stopped early, hard questions have more answers here than easy ones. μ̂:
        mean log-odds where right less where wrong; standardised by their s.d. Gains: the share of questions on which
        the right answer gains on every competitor, OTHER included, among those where it was drawn; never drawn: the
        other questions.
      </p>
    </details>
  )
}

function Signal({ quality }: { readonly quality: SignalQuality }) {
  const { signal, n, ece10, auc, brier, muHat, standardisedDrift, median, drift, warning } = quality
  const facts: readonly (readonly [string, string])[] = [
    ['ECE, 10 bins', number(ece10)],
    ['AUC', number(auc)],
    ['Brier', number(brier)],
    ['Drift μ̂', number(muHat)],
    ['Standardised', number(standardisedDrift)],
    ['Median', number(median)],
    ['Gains', drift.positive === null ? '—' : formatShare(drift.positive)],
    ['Never drawn', formatCount(drift.unseen)],
  ]
  return (
    <figure className="signal" data-signal={signal}>
      <figcaption>
        <h3>{signal}</h3> <span className="muted">{formatCount(n)} answers</span>
      </figcaption>
      <ReliabilityDiagram quality={quality} />
      <dl className="signal-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {warning === null ? null : <p className="warn">{warning}</p>}
    </figure>
  )
}

function number(value: number | null): string {
  return value === null ? '—' : value.toFixed(3).replace('-', '−')
}
