import { SIGNAL_LABELS } from '../../analysis/result-rows.js'
import {
  PAPER_BENCHMARKS,
  PAPER_SIGNALS,
  type PaperBenchmark,
  type PaperSignal,
} from '../../profile/paper-benchmark.js'
import type { BenchmarkReport } from '../reproduction.js'
import { legend } from './marks.js'

/** The class that colours a benchmark, the same in every picture. */
export function benchmarkHue(benchmark: PaperBenchmark): string {
  return `hue-${PAPER_BENCHMARKS.indexOf(benchmark) + 1}`
}

export function benchmarkLegend(benchmarks: readonly BenchmarkReport[]): string {
  return legend(benchmarks.map(({ benchmark, title }) => ({ label: title, hue: benchmarkHue(benchmark), dot: true })))
}

/** CGES's lines have one hue and differ by dash; the reward model, which no token signal is like, has its own. */
const DASHES: Readonly<Record<PaperSignal, string>> = {
  'lns-arith': '',
  'lns-geom': '7 3',
  'deepconf-b10': '2 2',
  'deepconf-tail': '10 3 2 3',
  mars: '4 4',
  rm: '',
}

export function signalStyle(signal: PaperSignal): { readonly hue: string; readonly dash: string } {
  return { hue: signal === 'rm' ? 'other' : 'cges', dash: DASHES[signal] }
}

export function signalLegend(benchmarks: readonly BenchmarkReport[]): { label: string; hue: string; dash: string }[] {
  const there = new Set(benchmarks.flatMap((each) => each.signals.map(({ signal }) => signal)))
  return PAPER_SIGNALS.filter((signal) => there.has(signal)).map((signal) => ({
    label: SIGNAL_LABELS[signal],
    ...signalStyle(signal),
  }))
}
