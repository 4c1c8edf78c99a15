'use client'
import type { ForecastInterval } from '@cges-fleet/core'
import { store } from '../../frame/stored'
import { useStored } from '../../frame/use-stored'

interface Props {
  readonly gpuSeconds: ForecastInterval | null
  readonly worst: number | null
}

const NAME = 'gpu-hour-price'

/** The cost of the GPU time, at a price that the reader sets once and this browser keeps. */
export function GpuCost({ gpuSeconds, worst }: Props) {
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
