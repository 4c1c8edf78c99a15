import { BENCHMARK_FACTS, type PaperBenchmark, PAPER_SIGNALS, type PaperSignal } from '../profile/paper-benchmark.js'
import type { PaperProfile } from '../profile/paper-profile.js'
import { questionChances } from '../profile/question-chances.js'
import type { Published } from '../published.js'
import { behaviourTable } from './behaviour-table.js'
import { fitQuestions } from './fit-questions.js'
import { fitSignal } from './fit-signal.js'

/** Quantiles that stand for all questions while signals are fitted. */
const QUANTILES = 200

/**
 * Fits one of the paper's pairs: first its questions and answers, then each signal by itself. Takes minutes, and tells
 * `onShare` after each part how much is done, in [0, 1].
 */
export function fitProfile(
  benchmark: PaperBenchmark,
  published: Published,
  onShare: (share: number) => void = () => undefined,
): PaperProfile {
  const { wrongOptions } = BENCHMARK_FACTS[benchmark]
  const { scOffset, meanAccuracy, ...fitted } = fitQuestions(benchmark, published, behaviourTable(wrongOptions))
  const questions = questionChances(fitted.questions, QUANTILES).map((accuracy) => ({ accuracy, z: 0 }))
  const fitOne = (signal: PaperSignal, place: number) => {
    onShare((place + 1) / (PAPER_SIGNALS.length + 1))
    return fitSignal([benchmark, signal], published.signals[signal][benchmark], questions)
  }
  const [arith, geom, b10, tail, mars, rm] = PAPER_SIGNALS.map(fitOne)
  if (!arith || !geom || !b10 || !tail || !mars || !rm) throw new Error('a signal is missing')
  return {
    benchmark,
    questions: fitted.questions,
    meanAccuracy: Number(meanAccuracy.toFixed(6)),
    kappa: fitted.kappa,
    scOffset,
    signals: { 'lns-arith': arith, 'lns-geom': geom, 'deepconf-b10': b10, 'deepconf-tail': tail, mars, rm },
    fit: [...fitted.fit],
  }
}
