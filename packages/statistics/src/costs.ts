/** The mean cost and accuracy of a method. */
type CostPoint = { readonly calls: number; readonly accuracy: number }

/**
 * Returns the points no other point dominates, cheapest first: one dominates another with no more calls and no less
 * accuracy, one of them strictly better. Equal points are all kept.
 */
export function paretoFront<Point extends CostPoint>(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.calls - b.calls || b.accuracy - a.accuracy)
  let best: CostPoint | null = null
  return sorted.filter((point) => {
    const equal = best !== null && point.calls === best.calls && point.accuracy === best.accuracy
    if (best !== null && !equal && point.accuracy <= best.accuracy) return false
    best = point
    return true
  })
}

/** The tolerance the paper allows, in percentage points below SC. */
const TOLERANCE_PP = 0.2

/** `chosenOnSameLabels` is always true: the accuracy at this gamma is optimistic, and must be shown as such. */
export type EfficientGamma = {
  readonly gamma: number
  readonly accuracyPp: number
  readonly qualified: boolean
  readonly chosenOnSameLabels: true
}

/**
 * Returns the paper's efficient threshold: the smallest gamma whose accuracy, averaged over seeds, is at most
 * `tolerancePp` below SC's; else the largest. One-sided: more accurate than SC qualifies. Accuracies are percentages,
 * `accuracyPpBySeed` one for each seed; null for an empty grid.
 * Source: arXiv 2511.02603, section 4 (main table).
 */
export function efficientGamma(
  grid: readonly { readonly gamma: number; readonly accuracyPpBySeed: readonly number[] }[],
  scPpBySeed: readonly number[],
  tolerancePp: number = TOLERANCE_PP,
): EfficientGamma | null {
  const least = mean(scPpBySeed) - tolerancePp - 1e-9
  const points = grid
    .map(({ gamma, accuracyPpBySeed }) => ({ gamma, accuracyPp: mean(accuracyPpBySeed) }))
    .toSorted((a, b) => a.gamma - b.gamma)
  const first = points.find(({ accuracyPp }) => accuracyPp >= least)
  const chosen = first ?? points.at(-1)
  return chosen === undefined ? null : { ...chosen, qualified: first !== undefined, chosenOnSameLabels: true }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Seconds of one answer, of its confidence, and of one ranking call; ranking calls are DSC's, per question. */
type WallClockCosts = {
  readonly answerSeconds: number
  readonly confidenceSeconds?: number
  readonly rankingSeconds?: number
  readonly rankingCalls?: number
}

/**
 * Computes the paper's seconds per question: calls · (T_LLM + T_conf), and DSC's ranking. It is throughput, not
 * latency: T_LLM is a batch's time shared out among its answers, and samples drawn side by side cost as much as in a
 * row.
 * Source: arXiv 2511.02603, wall-clock table.
 */
export function wallClock(calls: number, costs: WallClockCosts): number {
  const { answerSeconds, confidenceSeconds = 0, rankingSeconds = 0, rankingCalls = 0 } = costs
  return calls * (answerSeconds + confidenceSeconds) + rankingCalls * rankingSeconds
}

/** Calls to model servers: which server, when each began and ended, in seconds of one clock. Equal lengths. */
type ServerCalls = {
  readonly server: ArrayLike<number>
  readonly startedAt: ArrayLike<number>
  readonly endedAt: ArrayLike<number>
}

/**
 * Assigns each call its part of its server's time, in seconds: every instant is shared equally by the calls in flight
 * then, as a batch shares its GPU, so the parts add up to the time the servers were busy. O(n log n).
 */
export function apportionTime({ server, startedAt, endedAt }: ServerCalls): Float64Array {
  const parts = new Float64Array(server.length)
  const byServer = new Map<number, number[]>()
  for (let call = 0; call < server.length; call += 1) {
    const calls = byServer.get(server[call] ?? 0)
    if (calls === undefined) byServer.set(server[call] ?? 0, [call])
    else calls.push(call)
  }
  for (const calls of byServer.values()) {
    const events = calls.flatMap((call) => [
      { at: startedAt[call] ?? 0, call, change: 1 },
      { at: Math.max(startedAt[call] ?? 0, endedAt[call] ?? 0), call, change: -1 },
    ])
    events.sort((a, b) => a.at - b.at || b.change - a.change)
    let inFlight = 0
    let shared = 0
    let last = 0
    for (const { at, call, change } of events) {
      if (inFlight > 0) shared += (at - last) / inFlight
      parts[call] = (parts[call] ?? 0) - change * shared
      inFlight += change
      last = at
    }
  }
  return parts
}
