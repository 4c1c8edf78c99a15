import type { Benchmark } from '@cges-fleet/core'
import type { Asking, ImportBenchmark } from '@cges-fleet/core/contract'

/**
 * Splits a benchmark into lines to send: its head, then one question a line, so that only the API bounds its length.
 */
export function benchmarkLines({ questions, ...head }: Benchmark): Asking<typeof ImportBenchmark> {
  return { lines: [head, ...questions] }
}
