'use client'
import type { EvaluationView, GammaAdvice } from '@cges-fleet/core'
import { TextTable } from '../../format/table/text-table'
import { Copyable } from '../../frame/copyable'
import { gammaTable, labelsNote, mapNote } from './gamma-table'
import { useGammaAdvice } from './use-gamma-advice'

interface Props {
  readonly view: Pick<EvaluationView, 'id' | 'version'>
  readonly signal: GammaAdvice['signal']
}

/** The γ advised here for the chosen signal, beside the one that ran; or why none is advised. */
export function GammaPanel({ view, signal }: Props) {
  const state = useGammaAdvice(view, signal)
  return (
    <div className="gamma" aria-busy={state === null} data-testid="gamma-advice">
      <h3>Which γ for {signal}?</h3>
      {state === null ? <p className="muted">γ is being chosen …</p> : null}
      {state?.failing == null ? null : (
        <p className="muted">γ could not be worked out: {state.failing.why ?? 'the API does not answer'}.</p>
      )}
      {state?.found == null ? null : <Told found={state.found} />}
    </div>
  )
}

function Told({ found: { signal, none, advice } }: { readonly found: GammaAdvice }) {
  if (advice === null) return <p>No γ is advised: {none}.</p>
  const map = mapNote(advice)
  return (
    <>
      <p>{advice.said}</p>
      {advice.method === null ? null : <Copyable text={advice.method} />}
      <TextTable title={`γ for ${signal}`} table={gammaTable(advice)} />
      {map === null ? null : <p className="footnote">{map}</p>}
      <p className="footnote">{labelsNote(advice)}</p>
    </>
  )
}
