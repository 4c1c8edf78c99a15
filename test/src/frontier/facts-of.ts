import { tokenConfidences } from '@cges-fleet/methods'
import { parseValueMap } from '@cges-fleet/replay'
import { type Facts, reascSignal } from './methods-of.js'
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

/** The mean and the spread, over a recording's samples, of what `reasc` reads: no label is read. */
export function factsOf(recorded: Recorded, lines: readonly string[]): Facts {
  const signal = reascSignal(recorded)
  const toShare = parseValueMap(recorded.map?.[1] ?? 'identity').map
  const values = lines.flatMap((line) =>
    (JSON.parse(line) as Line).samples.flatMap(({ confidence, reward, logprobs }) => {
      if (signal === undefined) return []
      if (signal === 'lns-arith' && logprobs !== undefined) return tokenConfidences(logprobs)?.['lns-arith'] ?? []
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
