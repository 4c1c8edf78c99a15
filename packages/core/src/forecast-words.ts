import { counted } from './counted.js'
import type { Forecast } from './schemas/accounts.js'
import type { ForecastRefusal } from './schemas/notes.js'

/** Says why an evaluation cannot end, and what helps; to be read after a colon. */
export function forecastRefusalWords({ kind, counts }: ForecastRefusal): string {
  switch (kind) {
    case 'calls_cap':
      return `it needs at least ${counted(counts.least, 'call')}, but its cap is ${counts.cap}. Raise caps.calls, or use fewer questions or methods`
    case 'tokens_cap':
      return `it needs at least ${counted(counts.least, 'token')}, but its cap is ${counts.cap}. Raise caps.tokens, or use fewer questions or methods`
    case 'team_calls':
      return `it needs at least ${counted(counts.least, 'call')}, but your team’s limit for one evaluation is ${counts.limit}. Use fewer questions or methods, or ask an administrator to raise the limit`
    case 'team_tokens_of_call':
      return `${callShortWords(counts)}. Lower maxTokens, wait until tomorrow, or ask an administrator to raise the limit`
    case 'team_tokens':
      return `it needs at least ${counted(counts.least, 'token')} (${counts.last} for its last call), but your team has ${counts.left} left today. Use fewer questions or methods, wait until tomorrow, or ask an administrator to raise the limit`
  }
}

/** Says why no past narrows a forecast. */
export const NO_PAST = 'your team has finished no evaluation of this benchmark in this pool yet'

/** Says why a forecast has no time; null if it has one. */
export function timeNeedsWords({ timeNeeds }: Pick<Forecast, 'timeNeeds'>): string | null {
  const why = timeNeeds.map((need) => (need === 'ready_worker' ? 'the pool has no ready worker' : NO_PAST))
  return why.length === 0 ? null : `not known: ${why.join(', and ')}`
}

/** Says that one call may use more tokens than a team has left today. */
export function callShortWords({ most, left }: { readonly most: number; readonly left: number }): string {
  return `one call may use up to ${written(most)} tokens; ${written(Math.max(0, left))} remain today`
}

function written(tokens: number): string {
  return Math.floor(tokens).toLocaleString('en')
}
