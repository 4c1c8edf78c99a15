/**
 * Says why a call cannot be started on what is left of a team's tokens of the day; null if it can. A call reserves the
 * most tokens it may use: forecasts, rounds and messages all ask here.
 *
 * @param callTokens The most tokens that one call may use: its prompt and its token limit.
 * @param left Tokens; null without a limit.
 */
export function tokensShort(callTokens: number, left: number | null): string | null {
  if (left === null || callTokens <= left) return null
  return `one call may use up to ${written(callTokens)} tokens; ${written(Math.max(0, left))} remain today`
}

/**
 * The fewest tokens that must be left for work to end: what all calls but the last take at least, and what the last one
 * reserves.
 *
 * @param least The fewest calls, and the fewest tokens they take together.
 */
export function tokensToEnd(least: { readonly calls: number; readonly tokens: number }, callTokens: number): number {
  if (least.calls <= 0) return 0
  return Math.ceil(least.tokens * (1 - 1 / Math.max(1, least.calls)) + callTokens)
}

function written(tokens: number): string {
  return Math.floor(tokens).toLocaleString('en')
}
