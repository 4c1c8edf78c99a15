import type { EvaluationView, FinalStatistics, SignalQuality } from '@cges-fleet/core'
import type { NamedReport } from '../../families/name-methods'
import { Copyable } from '../../frame/copyable'
import { comparedIn } from '../story-of'
import { adviceWords, tuneCommand } from './advice-words'
import { GammaPanel } from './gamma-panel'

interface Props {
  readonly view: EvaluationView
  readonly reports: readonly NamedReport[]
  readonly final: FinalStatistics
  /** The signal being shown. */
  readonly shown: SignalQuality
}

/** Whether stopping by confidence pays here, and how to find the γ that does. */
export function SignalAdvice({ view, reports, final, shown }: Props) {
  const told = comparedIn(reports, final).flatMap((each) => {
    const { spec, key } = each.report
    if (spec.method !== 'cges') return []
    const quality = final.signals.find(({ signal }) => signal === spec.confidence) ?? null
    return [{ key, words: adviceWords(each, quality) }]
  })
  const command = tuneCommand(view, shown.signal)
  return (
    <section className="panel" aria-labelledby="advice-title" data-testid="advice">
      <h2 id="advice-title">Does stopping by confidence pay here?</h2>
      {told.map(({ key, words }) => (
        <p key={key}>{words}</p>
      ))}
      <GammaPanel view={view} signal={shown.signal} />
      {command === null ? null : (
        <>
          <p className="footnote">The same, with a slice, seed or budget of your own:</p>
          <Copyable text={command} />
          <p className="footnote">
            Where wrong answers must be rare, <code>cges export {view.id} --format jsonl</code>, then{' '}
            <code>cges replay samples.jsonl --questions gold.jsonl --coverage 0.05/0.1</code> finds the score below
            which to give no answer, so that of those given at most 5% are wrong, with a certainty of 90%.
          </p>
        </>
      )}
    </section>
  )
}
