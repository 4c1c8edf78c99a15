'use client'

import { EVEN, useInAddress } from './choices'
import type { Cost } from './scatter-points'

const COSTS: readonly Cost[] = ['calls', 'tokens', 'time']

interface CostChoiceProps {
  readonly by: Cost
  /** Why the tokens cannot be chosen yet. */
  readonly tokensLack?: string | undefined
  /** Whether time can be chosen. */
  readonly isTimed?: boolean
}

/** Chooses the cost that accuracy is drawn against, for all such charts on a page. */
export function CostChoice({ by, tokensLack, isTimed = false }: CostChoiceProps) {
  const [, change] = useInAddress('cost')
  return (
    <span className="tabs" role="group" aria-label="Accuracy against">
      {COSTS.filter((cost) => cost !== 'time' || isTimed).map((cost) => (
        <button
          key={cost}
          type="button"
          className="small"
          aria-pressed={cost === by}
          disabled={cost === 'tokens' && tokensLack !== undefined}
          title={cost === 'tokens' ? tokensLack : undefined}
          onClick={() => change(cost === 'calls' ? null : cost)}
        >
          {cost}
        </button>
      ))}
    </span>
  )
}

/** Chooses between an axis of equal ratios, which parts the cheap methods, and one of equal steps, on which a saving has its length. */
export function AxisChoice({ isEven }: { readonly isEven: boolean }) {
  const [, change] = useInAddress('x')
  return (
    <span className="tabs" role="group" aria-label="Axis of cost">
      <button type="button" className="small" aria-pressed={!isEven} onClick={() => change(null)}>
        log₂
      </button>
      <button type="button" className="small" aria-pressed={isEven} onClick={() => change(EVEN)}>
        even
      </button>
    </span>
  )
}
