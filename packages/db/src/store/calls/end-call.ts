import type { Attempt } from './claim-call.js'
import { type Db, query } from '../query.js'

/** What an attempt took, as far as anyone knows. */
interface Took {
  readonly gpuMs?: number | undefined
  readonly promptTokens?: number | null
  readonly completionTokens?: number | null
}

/**
 * How an attempt ended without anything to keep.
 *
 * - `settled`: it was made, and is charged.
 * - `failed`: it broke; with `backOffMs` the call is made again so much later, without it is over.
 * - `handed_back`: it was not made; the call is made again, and this delivery does not count.
 */
export type CallEnd = Took &
  (
    | { readonly state: 'settled' }
    | {
        readonly state: 'failed'
        readonly reason: string
        /** The fault came after the first byte, so it may depend on what was being written. */
        readonly unclear?: boolean
        readonly backOffMs?: number
      }
    | { readonly state: 'handed_back'; readonly reason: string }
  )

/** Whether an attempt's own end stands: `late` where the call was another's by then, which is written down as discarded. */
export type Ended = 'now' | 'before' | 'late'

/**
 * Writes how an attempt ended, if it still holds its call. Returns whether its own end stands: also where an earlier try
 * was committed whose answer was lost.
 */
export async function endCall(db: Db, attempt: Attempt, end: CallEnd): Promise<boolean> {
  const [row] = await query<{ ended: Ended }>(db, `SELECT * FROM end_call($1, $2, $3)`, [
    attempt.callId,
    attempt.fence,
    JSON.stringify({ ...end, again: isMadeAgain(end) }),
  ])
  return row !== undefined && row.ended !== 'late'
}

function isMadeAgain(end: CallEnd): boolean {
  switch (end.state) {
    case 'settled':
      return false
    case 'failed':
      return end.backOffMs !== undefined
    case 'handed_back':
      return true
  }
}
