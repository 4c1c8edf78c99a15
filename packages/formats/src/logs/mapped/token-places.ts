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

/** Levels of a row that are looked at: a row may be nested deeper than calls may. */
const MOST_LEVELS = 16

/**
 * Puts the drawn tokens' log-probabilities in place of what vLLM's `RequestOutput` holds for each place, in every object
 * of a row that has the drawn `token_ids` beside it. Leaves everything else as it is.
 */
export function withDrawnTokens(value: unknown, levels = MOST_LEVELS): unknown {
  if (typeof value !== 'object' || value === null || levels === 0) return value
  const inner = (each: unknown) => withDrawnTokens(each, levels - 1)
  if (Array.isArray(value)) return value.every(isPlain) ? value : value.map(inner)
  const entries = Object.entries(value)
  const ids: unknown = entries.find(([name]) => name === 'token_ids')?.[1]
  return Object.fromEntries(
    entries.map(([name, each]): [string, unknown] => [name, logProbabilitiesOf(each, ids, levels) ?? inner(each)]),
  )
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

/** The log-probability of each drawn token, or such lists for a list of samples; null if the ids are not of these places. */
function logProbabilitiesOf(places: unknown, ids: unknown, levels: number): unknown[] | null {
  if (!Array.isArray(places) || !Array.isArray(ids) || levels === 0) return null
  if (places.length !== ids.length || ids.length === 0) return null
  const found = places.map((place: unknown, at) =>
    Array.isArray(place) ? logProbabilitiesOf(place, ids[at], levels - 1) : logProbabilityOf(place, ids[at]),
  )
  return found.includes(null) ? null : found
}

function logProbabilityOf(place: unknown, id: unknown): number | null {
  if (typeof id !== 'number' || !isTokenPlace(place)) return null
  return namedToken(Object.entries(place).find(([name]) => name === String(id))?.[1])?.logprob ?? null
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
