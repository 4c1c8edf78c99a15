import { incompleteBeta, remembered } from '../math.js'

/** The parameters that values are kept of, at most. */
const MOST = 100
/** Beyond the most votes on a question. */
const MORE = 2048

const KNOWN = new Map<number, (counts: number) => number>()

/**
 * Returns how probable it is, by a symmetric Dirichlet of this parameter, that an answer with `count` votes is likelier than
 * one with `most`: I_½(most + α, count + α). Values are kept, since the counts of a run repeat from question to question.
 */
export function behind(alpha: number, most: number, count: number): number {
  let known = KNOWN.get(alpha)
  if (known === undefined) {
    if (KNOWN.size >= MOST) KNOWN.clear()
    known = remembered((counts) => {
      const fewer = counts % MORE
      return incompleteBeta(0.5, (counts - fewer) / MORE + alpha, fewer + alpha)
    })
    KNOWN.set(alpha, known)
  }
  return known(most * MORE + count)
}
