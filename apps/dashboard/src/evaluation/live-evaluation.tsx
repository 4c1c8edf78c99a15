'use client'
import type { EvaluationView } from '@cges-fleet/core'
import { useCalm } from '../live/use-calm'
import { useEvaluation } from '../live/use-evaluation'
import { EvaluationHeader } from './evaluation-header'
import { Figures } from './figures'
import { Numbers } from './numbers'
import { StaleShade } from './stale-shade'

const NUMBERS_MS = 1_000
const FIGURES_MS = 3_000

/** An evaluation's page, from the server's snapshot on kept up to date in place. */
export function LiveEvaluation({ initial }: { readonly initial: EvaluationView }) {
  const { ask, ...state } = useEvaluation(initial)
  // What is final is shown at once, in all parts of the page.
  const running = state.view.status === 'running'
  const numbers = useCalm(state.view, running ? NUMBERS_MS : 0)
  const figures = useCalm(state.view, running ? FIGURES_MS : 0)
  return (
    <article data-version={numbers.version}>
      <EvaluationHeader state={state} onCancelled={ask} />
      <StaleShade state={state}>
        <Numbers view={numbers} />
        <Figures view={figures} />
      </StaleShade>
    </article>
  )
}
