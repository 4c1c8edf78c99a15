import type { SeededRandom } from '@cges-fleet/methods'
import type { Sureness } from './character.js'

/**
 * Draws log-probabilities for an answer's tokens: right answers are somewhat surer than wrong ones, questions the
 * model knows somewhat surer than others, and each sample differs, so that confidence informs without deciding.
 * Most tokens are near certain and a few are forks, as in a real model's output.
 */
export function tokenLogprobs(tokens: number, sureness: Sureness, random: SeededRandom): number[] {
  const doubt = 1 - meanProbability(sureness, random)
  return Array.from({ length: tokens }, () => {
    const isFork = random.next() < 0.3
    const share = isFork ? 0.1 - 3 * Math.log(1 - random.next()) : 0.1 * (0.5 + random.next())
    const probability = Math.min(0.999_999, Math.max(1e-4, 1 - doubt * share))
    return Number(Math.log(probability).toFixed(7))
  })
}

/** The mean over tokens aimed at, in (0, 1): normal on the logit scale. */
function meanProbability({ correct, accuracy }: Sureness, random: SeededRandom): number {
  const logit = 1.75 + (correct ? 0.3 : 0) + 0.7 * (accuracy - 0.75) + 0.36 * standardNormal(random)
  return 1 / (1 + Math.exp(-logit))
}

/** One normal deviate (Box and Muller, 1958). */
function standardNormal(random: SeededRandom): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()))
  return radius * Math.cos(2 * Math.PI * random.next())
}
