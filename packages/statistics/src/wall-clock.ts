/** Seconds of one answer, of its confidence, and of one ranking call; ranking calls are DSC's, per question. */
export type WallClockCosts = {
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
