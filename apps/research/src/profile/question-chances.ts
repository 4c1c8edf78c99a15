import { mixtureShare, type ModelProfile } from '@cges-fleet/statistics'

/** Places between 0 and 1, closest at the ends, where the mixture bends most. */
const PLACES = Float64Array.from({ length: 401 }, (_, at) => Math.sin((Math.PI * at) / 800) ** 2)

/** The shares of the mixture's fixed parts at those places: well known and unknown questions. */
const SHARP = [
  { known: 1, unknown: 0, alpha: 1, beta: 1 },
  { known: 0, unknown: 1, alpha: 1, beta: 1 },
].map((part) => PLACES.map((x) => mixtureShare(part, x)))

/**
 * Gives `count` questions their chances of being answered right, the hardest first: quantiles of the mixture at
 * (i + ½) / count, by inverting its distribution between 401 places.
 */
export function questionChances({ known, unknown, alpha, beta }: ModelProfile['questions'], count: number): number[] {
  const mixture = { known: 0, unknown: 0, alpha, beta }
  const shares = PLACES.map(
    (x, at) =>
      known * (SHARP[0]?.[at] ?? 0) +
      unknown * (SHARP[1]?.[at] ?? 0) +
      (1 - known - unknown) * mixtureShare(mixture, x),
  )
  let place = 0
  return Array.from({ length: count }, (_, question) => {
    const wanted = (question + 0.5) / count
    while (place < shares.length - 2 && (shares[place + 1] ?? 1) < wanted) place += 1
    const low = shares[place] ?? 0
    const high = shares[place + 1] ?? 1
    const from = PLACES[place] ?? 0
    const to = PLACES[place + 1] ?? 1
    return high > low ? from + (to - from) * Math.min(1, Math.max(0, (wanted - low) / (high - low))) : from
  })
}
