import { type Confidences, seededRandom, type Vote } from '@cges-fleet/methods'
import { confidenceLogit, normalDraws, type SolvedProfile } from '@cges-fleet/statistics'
import type { Replicate } from '../run/replicate.js'
import { drawAnswer, RIGHT } from './draw-answer.js'
import { BENCHMARK_FACTS, PAPER_SIGNALS } from './paper-benchmark.js'
import type { PaperProfile } from './paper-profile.js'
import { questionChances } from './question-chances.js'
import { wrongAnswers } from './wrong-answers.js'

const SAMPLES = 16

/**
 * Simulates one run over a benchmark: 16 samples a question, their answers and every signal's confidence drawn from the
 * profile. Difficulties are the profile's quantiles in every replicate; wrong answers, noise and samples are drawn anew.
 * All signals of a sample share its noise. Fewer `questions` than the benchmark has are as stratified as all of them.
 * `order` is the true order of difficulty, better than any ranking a model makes.
 */
export function drawReplicate(
  profile: PaperProfile,
  replicate: number,
  questions: number = BENCHMARK_FACTS[profile.benchmark].questions,
): Replicate {
  const { wrongOptions } = BENCHMARK_FACTS[profile.benchmark]
  const random = seededRandom(`paper ${profile.benchmark} ${replicate}`)
  const signals = PAPER_SIGNALS.map(
    (signal) => [signal, { ...profile.signals[signal], meanAccuracy: profile.meanAccuracy }] as const,
  )
  const pools = questionChances(profile.questions, questions).map((accuracy) => {
    const wrong = wrongAnswers(profile.kappa, wrongOptions, random)
    const [z = 0, ...noise] = normalDraws(SAMPLES + 1, random.next)
    return noise.map((e): Vote => {
      const answer = drawAnswer(accuracy, wrong, random.next)
      return { answer, confidences: confidencesOf(signals, { accuracy, z }, { right: answer === RIGHT, e }) }
    })
  })
  return { pools, isRight: (_, answer) => answer === RIGHT, order: pools.map((_, place) => pools.length - 1 - place) }
}

function confidencesOf(
  signals: readonly (readonly [(typeof PAPER_SIGNALS)[number], SolvedProfile])[],
  question: { readonly accuracy: number; readonly z: number },
  sample: { readonly right: boolean; readonly e: number },
): Confidences {
  return Object.fromEntries(
    signals.map(([signal, solved]) => [signal, 1 / (1 + Math.exp(-confidenceLogit(solved, question, sample)))]),
  )
}
