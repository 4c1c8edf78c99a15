'use client'

import type { Forecast, ForecastInterval } from '@cges-fleet/core'
import { moneyRangeWords, moneyWords } from '@cges-fleet/core/money-words'
import { store, useStored } from '../../ui/preferences/stored'

/** Time is proportional to samples: the worst case takes longer in proportion to its samples. */
export function worstOf({ high }: ForecastInterval, { samples, worst }: Forecast): number {
  return Math.ceil(samples.high === 0 ? high : (high * worst.samples) / samples.high)
}

interface CostProps {
  readonly of: Forecast
  /** Whether the operator of its pool has said what its use costs. */
  readonly hasPrice: boolean
}

/** What it will cost: at the pool's price, or where it has none at one that the reader sets. */
export function Cost({ of: forecast, hasPrice }: CostProps) {
  const { cost, gpuSeconds } = forecast
  if (hasPrice) return <PoolCost cost={cost} />
  return <GpuCost gpuSeconds={gpuSeconds} worst={gpuSeconds === null ? null : worstOf(gpuSeconds, forecast)} />
}

/** What it costs at the price that the pool's operator set. */
function PoolCost({ cost }: Pick<Forecast, 'cost'>) {
  return (
    <tr data-testid="pool-cost">
      <th scope="row">
        Cost<span className="under">at the pool’s price</span>
      </th>
      <td>{cost === null ? 'not known yet' : moneyRangeWords(cost.low, cost.high, cost.currency)}</td>
      <td>{cost === null ? '' : moneyWords(cost.worst, cost.currency)}</td>
    </tr>
  )
}

interface GpuCostProps {
  readonly gpuSeconds: ForecastInterval | null
  readonly worst: number | null
}

const NAME = 'gpu-hour-price'

/** The cost of the GPU time, at a price that the reader sets once and this browser keeps. */
function GpuCost({ gpuSeconds, worst }: GpuCostProps) {
  const price = useStored(NAME) ?? ''
  const hourly = price.trim() === '' ? Number.NaN : Number(price)
  const cost = (seconds: number) => ((seconds / 3600) * hourly).toFixed(2)
  const isKnown = gpuSeconds !== null && Number.isFinite(hourly)
  return (
    <tr>
      <th scope="row">
        Cost{' '}
        <label className="price">
          at{' '}
          <input
            inputMode="decimal"
            aria-label="Price of a GPU hour"
            placeholder="price"
            maxLength={10}
            value={price}
            onChange={(event) => store(NAME, event.target.value)}
          />{' '}
          a GPU hour
        </label>
      </th>
      <td>{isKnown ? `${cost(gpuSeconds.low)} – ${cost(gpuSeconds.high)}` : unknownBecause(gpuSeconds)}</td>
      <td>{isKnown && worst !== null ? cost(worst) : ''}</td>
    </tr>
  )
}

function unknownBecause(gpuSeconds: ForecastInterval | null): string {
  return gpuSeconds === null ? 'not known yet' : 'set a price'
}
