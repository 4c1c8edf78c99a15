'use client'
import { useInAddress } from '../frame/use-in-address'

const EVEN = 'even'

/** Whether the cost axis is linear, from the address; logarithmic by default. */
export function useEvenAxis(): boolean {
  const [wanted] = useInAddress('x')
  return wanted === EVEN
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
