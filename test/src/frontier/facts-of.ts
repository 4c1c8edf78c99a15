import { tokenConfidences } from '@cges-fleet/methods'
import { parseValueMap } from '@cges-fleet/replay'
import type { Facts } from './methods-of.js'
import type { Recorded } from './recordings.js'

/** A sample as the recordings here have it. */
interface Line {
  readonly samples: readonly {
    readonly answer?: string | null
    readonly confidence?: number | null | Readonly<Record<string, number>>
    readonly reward?: number | null
    readonly logprobs?: readonly number[]
  }[]
}

/** The mean and the spread of the first signal over a recording's samples: no label is read. */
export function factsOf({ signals, map }: Recorded, lines: readonly string[]): Facts {
  const [signal] = signals
  const toShare = parseValueMap(map?.[1] ?? 'identity').map
  const values = lines.flatMap((line) =>
    (JSON.parse(line) as Line).samples.flatMap(({ confidence, reward, logprobs }) => {
      if (signal === undefined) return []
      if (logprobs !== undefined) return tokenConfidences(logprobs)?.['lns-arith'] ?? []
      const named = typeof confidence === 'object' ? confidence?.[signal] : confidence
      const value = signal === 'rm' ? (reward ?? named) : named
      return value === null || value === undefined ? [] : [toShare(value)]
    }),
  )
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  return { questions: lines.length, mean: rounded(mean), spread: rounded(spread) }
}

/** As a method is written; a recording without confidences gets what no rule will read. */
function rounded(value: number): number {
  return Number.isNaN(value) ? 0.5 : Number(value.toFixed(3))
}
