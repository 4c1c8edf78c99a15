import { type Benchmark, TINY_BENCHMARK } from '@cges-fleet/core'
import { DEMO_BENCHMARK, demoBenchmark, type INCLUDED_BENCHMARKS } from '@cges-fleet/formats'
import { counterBenchmark } from '@cges-fleet/tiny-llama'

interface Included {
  readonly load: () => Benchmark
  /** What it is for. */
  readonly about: string
}

/** The benchmarks that come with the program, as `cges up` imports them: with the same questions, so the same revision. */
export const INCLUDED: Readonly<Record<(typeof INCLUDED_BENCHMARKS)[number], Included>> = {
  [TINY_BENCHMARK]: { load: counterBenchmark, about: 'the tiny model answers no other' },
  [DEMO_BENCHMARK]: { load: demoBenchmark, about: 'the simulator knows its answers' },
}

/** Loads a benchmark that comes with the program, without any network; null if none has that name. */
export function includedBenchmark(name: string): Benchmark | null {
  return isIncluded(name) ? INCLUDED[name].load() : null
}

function isIncluded(name: string): name is keyof typeof INCLUDED {
  return Object.hasOwn(INCLUDED, name)
}
