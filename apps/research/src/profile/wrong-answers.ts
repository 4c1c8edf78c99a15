import { type SeededRandom } from '@cges-fleet/methods'
import { normalDraws } from '@cges-fleet/statistics'

/** How many wrong answers an open question can have. */
const OPEN_ANSWERS = 24

/**
 * Draws how a question's wrong answers share what is not right: for open answers by breaking a stick, each piece
 * Beta(1, κ) of what is left, the 24th all of it; for `options` choices from Dirichlet(κ / options). Small
 * κ: one wrong answer dominates; large κ: they scatter.
 * Sources: Ishwaran and James, Gibbs sampling methods for stick-breaking priors (2001); Ferguson, A Bayesian analysis of
 * some nonparametric problems (1973).
 */
export function wrongAnswers(kappa: number, options: number | null, { next }: SeededRandom): number[] {
  if (options === null) return brokenStick(kappa, next)
  const pieces = Array.from({ length: options }, () => gamma(kappa / options, next))
  const sum = pieces.reduce((total, piece) => total + piece, 0)
  return sum > 0 ? pieces.map((piece) => piece / sum) : pieces.map((_, at) => (at === 0 ? 1 : 0))
}

function brokenStick(kappa: number, next: () => number): number[] {
  let left = 1
  return Array.from({ length: OPEN_ANSWERS }, (_, at) => {
    const rest = at === OPEN_ANSWERS - 1 ? 0 : left * (1 - next()) ** (1 / kappa)
    const piece = left - rest
    left = rest
    return piece
  })
}

/** Marsaglia and Tsang, A simple method for generating gamma variables (2000), with their step for shapes below 1. */
function gamma(shape: number, next: () => number): number {
  if (shape < 1) return gamma(shape + 1, next) * (1 - next()) ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normalDraws(1, next)[0] ?? 0
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - next()) < 0.5 * x * x + d * (1 - v + Math.log(v))) return d * v
  }
}
