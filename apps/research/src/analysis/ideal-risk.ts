import { seededRandom, type Vote } from '@cges-fleet/methods'
import { wilsonInterval } from '@cges-fleet/statistics'
import { cgesSpec } from '../run/cges-spec.js'
import { gammaTable } from '../run/gamma-table.js'

/** Where the paper's bound is stated: a sample is right with its own confidence, wrong answers are equally likely. */
const IDEAL_MODELS = [
  { options: 2, confidences: [0.6] },
  { options: 2, confidences: [0.55, 0.7, 0.9] },
  { options: 4, confidences: [0.4, 0.6] },
  { options: 10, confidences: [0.3, 0.5, 0.8] },
] as const

const GAMMAS = [0.9, 0.99] as const

/** Risk given a stop by threshold, of an ideal model: perfectly calibrated, so that nothing but the support can break it. */
export interface IdealRisk {
  readonly options: number
  readonly confidences: readonly number[]
  readonly gamma: number
  readonly support: 'dynamic' | 'fixed'
  readonly bound: number
  readonly stopped: number
  readonly risk: number | null
  readonly low: number
  readonly high: number
}

/**
 * Simulates questions of ideal models with B = 16 and counts wrong stops. With a fixed support the share of wrong stops is
 * at most 1 − γ (the paper's proposition); with the growing support that the paper runs it need not be.
 */
export function idealRisks(questions: number): IdealRisk[] {
  return IDEAL_MODELS.flatMap(({ options, confidences }) => {
    const random = seededRandom(`ideal ${options} ${confidences.join(' ')}`)
    const pools = Array.from({ length: questions }, () =>
      Array.from({ length: 16 }, () => idealVote(options, confidences, random.next)),
    )
    const replicate = { pools, isRight: (_: number, answer: string | null) => answer === '0', order: null }
    return (['dynamic', 'fixed'] as const).flatMap((support) => {
      const spec = cgesSpec('lns-arith', 16, support === 'fixed' ? options : undefined)
      const { stopped, right } = gammaTable(replicate, spec, GAMMAS)
      return GAMMAS.map((gamma, row) => {
        const here = stopped.subarray(row * questions, (row + 1) * questions)
        const stops = here.reduce((sum, each) => sum + each, 0)
        const wrong = here.reduce((sum, each, at) => sum + (each === 1 && right[row * questions + at] === 0 ? 1 : 0), 0)
        const risk = { stopped: stops / questions, risk: stops === 0 ? null : wrong / stops }
        return { options, confidences, gamma, support, bound: 1 - gamma, ...risk, ...wilsonInterval(wrong, stops) }
      })
    })
  })
}

function idealVote(options: number, confidences: readonly number[], next: () => number): Vote {
  const confidence = confidences[Math.floor(next() * confidences.length)] ?? 0.5
  const answer = next() < confidence ? 0 : 1 + Math.floor(next() * (options - 1))
  return { answer: String(answer), confidences: { 'lns-arith': confidence } }
}
