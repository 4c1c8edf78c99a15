/** How long each sample of each question took, in milliseconds, in the order they were drawn. */
export type Durations = readonly (readonly number[])[]

/**
 * The least time in which any scheduler could have drawn these samples: all work spread evenly over the slots, or the
 * longest sample (Graham, 1969).
 */
export function lowerBoundMs(durations: Durations, slots: number): number {
  const samples = durations.flat()
  return Math.max(samples.reduce((sum, each) => sum + each, 0) / slots, ...samples)
}

/** The time if every round draws one sample of each unresolved question, and the next begins once all have landed. */
export function barrierMs(durations: Durations, slots: number): number {
  const rounds = Math.max(...durations.map((chain) => chain.length))
  let total = 0
  for (let round = 0; round < rounds; round += 1) {
    total += listScheduleMs(
      durations.flatMap((chain) => chain[round] ?? []),
      slots,
    )
  }
  return total
}

/** The time if each next task takes the slot that is free first. */
export function listScheduleMs(tasks: readonly number[], slots: number): number {
  const freeAt = Array.from({ length: slots }, () => 0)
  for (const task of tasks) {
    const first = freeAt.indexOf(Math.min(...freeAt))
    freeAt[first] = (freeAt[first] ?? 0) + task
  }
  return Math.max(...freeAt)
}
