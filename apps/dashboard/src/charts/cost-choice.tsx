'use client'
import { useInAddress } from '../frame/use-in-address'
import type { NamedReport } from '../families/name-methods'
import type { Cost } from './scatter-points'

const COSTS: readonly Cost[] = ['calls', 'tokens']

/** The cost axis chosen in the address; calls if no method's tokens are known. */
export function useCost(reports: readonly NamedReport[]): Cost {
  const [wanted] = useInAddress('cost')
  return wanted === 'tokens' && hasTokens(reports) ? 'tokens' : 'calls'
}

/** Whether the tokens of a method are known. */
export function hasTokens(reports: readonly NamedReport[]): boolean {
  return reports.some(({ tokens }) => tokens !== null)
}

/** Chooses the cost that accuracy is drawn against, for all such charts on a page. */
export function CostChoice({ by }: { readonly by: Cost }) {
  const [, change] = useInAddress('cost')
  return (
    <span className="tabs" role="group" aria-label="Accuracy against">
      {COSTS.map((cost) => (
        <button
          key={cost}
          type="button"
          className="small"
          aria-pressed={cost === by}
          onClick={() => change(cost === 'calls' ? null : cost)}
        >
          {cost}
        </button>
      ))}
    </span>
  )
}
