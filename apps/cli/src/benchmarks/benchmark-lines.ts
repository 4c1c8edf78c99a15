import type { Benchmark } from '@cges-fleet/core'
import type { Asking, ImportBenchmark } from '@cges-fleet/core/contract'

/** A benchmark as it is sent: what it is, then a question a line, so that its length is bounded by the API alone. */
export function benchmarkLines({ questions, ...head }: Benchmark): Asking<typeof ImportBenchmark> {
  return { lines: [head, ...questions] }
}
