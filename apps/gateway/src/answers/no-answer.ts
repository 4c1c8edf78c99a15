import { evaluationReasonWords } from '@cges-fleet/core'
import type { PlannedDraws } from '@cges-fleet/db'
import { Refusal } from '../http/refusal.js'
import type { ChatWork } from '../requests/chat-work.js'

/** Why a request that is cut short has no answer: what to ask for instead. */
export function tooFew(landed: number, { minSamples, deadlineMs }: ChatWork, stoppedBy: 'deadline' | 'limit'): string {
  const drawn = `${landed} of the ${minSamples} replies that an answer needs (minSamples)`
  return stoppedBy === 'limit'
    ? `Your team's limit was used up after ${drawn}. Ask for fewer, or have the limit raised.`
    : `Drawn in ${deadlineMs} ms: ${drawn}. Allow a longer deadlineMs, or ask for fewer.`
}

/** Why a request that a sweep ended has no answer. */
export function takenForDead(): Refusal {
  return new Refusal('unavailable', 'The gateway lost the database for too long: send this again.', {
    retryAfter: FULL_SECONDS,
  })
}

const FULL_SECONDS = 1

/** When to ask again about a limit that does not count anew by itself. */
const RAISED_SECONDS = 3600

/** Why nothing is drawn for a request, and when to send it again. */
export function notBegun({ usedUp, resetSeconds }: PlannedDraws): Refusal {
  return usedUp === null
    ? new Refusal('too_soon', 'Your team has as many calls in flight as it may: send this again when some are done.', {
        retryAfter: FULL_SECONDS,
      })
    : new Refusal('too_soon', evaluationReasonWords(usedUp), { retryAfter: resetSeconds ?? RAISED_SECONDS })
}
