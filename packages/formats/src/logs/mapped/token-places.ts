/** One token that vLLM names at a place: its log-probability, and its rank among all if that is told. */
interface NamedToken {
  readonly logprob: number
  readonly rank: number | null
}

/** What `str()` makes of vLLM's `Logprob`. */
const WRITTEN = /^Logprob\(logprob=(-?(?:[\d.]+(?:e-?\d+)?|inf))(?:, rank=(\d+|None))?/u

/** Whether this is what vLLM's `RequestOutput` holds for one place: tokens by their ids, each with its `Logprob`. */
export function isTokenPlace(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return entries.length > 0 && entries.every(([id, token]) => /^\d+$/u.test(id) && namedToken(token) !== null)
}

/**
 * The log-probability of the token drawn at each place, or null if it is not known which that is. vLLM names the drawn
 * token and the n likeliest, so that a place of one token is clear, and with n = 1 the less likely of two is the drawn.
 */
export function drawnLogProbabilities(places: readonly object[]): (number | null)[] {
  const named = places.map((place) => Object.values(place).flatMap((token: unknown) => namedToken(token) ?? []))
  const isTopOne = named.some(({ length }) => length === 1)
  return named.map((tokens) => {
    const [first, second] = tokens
    if (first === undefined || tokens.length > 2) return null
    if (second === undefined) return first.logprob
    const [drawn, ...others] = tokens.filter(({ rank }) => rank !== 1)
    return isTopOne && drawn !== undefined && others.length === 0 ? drawn.logprob : null
  })
}

function namedToken(token: unknown): NamedToken | null {
  if (typeof token === 'number') return { logprob: token, rank: null }
  if (typeof token === 'string') {
    const [, logprob, rank] = WRITTEN.exec(token) ?? []
    if (logprob === undefined) return null
    return { logprob: logprob === '-inf' ? -Infinity : Number(logprob), rank: rankOf(Number(rank)) }
  }
  const { logprob, rank } = Object.fromEntries(Object.entries(token ?? {})) as Record<string, unknown>
  return typeof logprob === 'number' ? { logprob, rank: rankOf(rank) } : null
}

function rankOf(rank: unknown): number | null {
  return typeof rank === 'number' && Number.isInteger(rank) ? rank : null
}
