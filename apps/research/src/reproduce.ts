import { driftCorrelations } from './analysis/drift.js'
import { slicePredictions } from './analysis/drift-slices.js'
import { figureOne } from './analysis/figure-one.js'
import { gatesOf } from './analysis/gates.js'
import { idealRisks } from './analysis/ideal-risk.js'
import { theoryRows } from './analysis/theory.js'
import { drawReplicate } from './profile/draw-replicate.js'
import { BENCHMARK_FACTS, type PaperBenchmark, PAPER_SIGNALS } from './profile/paper-benchmark.js'
import { loadProfile } from './profile/paper-profile.js'
import type { Published } from './published.js'
import { reportBenchmark } from './report/report-benchmark.js'
import type { BenchmarkReport, Reproduction } from './report/reproduction.js'
import type { BenchmarkSource } from './run/benchmark-run.js'

/** Replicates of each benchmark: a full run's tell SC's accuracy at B = 16 to a standard error of .1 points, AIME24's to .2. */
const REPLICATES: Readonly<Record<PaperBenchmark, { readonly full: number; readonly quick: number }>> = {
  aime24: { full: 400, quick: 40 },
  gpqa: { full: 220, quick: 6 },
  math500: { full: 68, quick: 3 },
  gsm8k: { full: 10, quick: 1 },
  'mmlu-pro': { full: 2, quick: 1 },
}

/** Questions a quick run draws of a benchmark, at most. */
const QUICK_QUESTIONS = 2000

/** About how much of a benchmark's time its drawing takes. */
const DRAWING = 0.3

/**
 * The number of questions that a benchmark's run draws over all replicates, which its running time is proportional to.
 */
export function simulatedQuestions(benchmark: PaperBenchmark, quick: boolean): number {
  const all = BENCHMARK_FACTS[benchmark].questions
  return REPLICATES[benchmark][quick ? 'quick' : 'full'] * (quick ? Math.min(all, QUICK_QUESTIONS) : all)
}

/** Questions of each ideal model whose stops are counted. */
const IDEAL_QUESTIONS = { full: 20_000, quick: 3000 }

/** A benchmark as its profile simulates it. */
export function simulatedSource(
  benchmark: PaperBenchmark,
  quick: boolean,
  onShare: (share: number) => void,
): BenchmarkSource {
  const profile = loadProfile(benchmark)
  const count = REPLICATES[benchmark][quick ? 'quick' : 'full']
  const all = BENCHMARK_FACTS[benchmark].questions
  const questions = quick ? Math.min(all, QUICK_QUESTIONS) : all
  return {
    benchmark,
    origin: 'simulated',
    signals: PAPER_SIGNALS,
    scOffset: (budget) => profile.scOffset[`${budget}`] / 100,
    replicates: Array.from({ length: count }, (_, replicate) => {
      onShare(replicate / count)
      return drawReplicate(profile, replicate, questions)
    }),
  }
}

/**
 * Runs the paper's experiments, one benchmark after another, and sets what comes out beside what the paper printed.
 * `sources` makes each benchmark when its turn comes, so that only one is in memory; `tell` hears how much of each is done.
 */
export function reproduce(
  sources: readonly {
    readonly benchmark: PaperBenchmark
    readonly source: (onShare: (share: number) => void) => BenchmarkSource
  }[],
  published: Published,
  quick: boolean,
  tell: (benchmark: PaperBenchmark, share: number) => void,
): Reproduction {
  const benchmarks = sources.map(({ benchmark, source }): BenchmarkReport => {
    const drawn = source((share) => tell(benchmark, DRAWING * share))
    return reportBenchmark(drawn, published, (share) => tell(benchmark, DRAWING + (1 - DRAWING) * share))
  })
  const signals = benchmarks.flatMap((each) => each.signals)
  const simulated = benchmarks.every(({ origin }) => origin === 'simulated')
  return {
    source: published.source,
    origin: simulated ? 'simulated' : 'recorded',
    quick,
    benchmarks,
    correlations: driftCorrelations(signals, published),
    idealRisk: idealRisks(quick ? IDEAL_QUESTIONS.quick : IDEAL_QUESTIONS.full),
    theory: theoryRows(quick),
    figureOne: figureOne(),
    slicePredictions: slicePredictions(
      benchmarks.flatMap(({ slices }) => slices),
      signals,
    ),
    gates: simulated ? gatesOf(benchmarks) : [],
  }
}
