import type { Attempt } from './claim-call.js'
import { type Db, query } from '../../connection/query.js'

/** The resources an attempt consumed, as far as known. */
interface Took {
  readonly gpuMs?: number | undefined
  readonly promptTokens?: number | null
  readonly completionTokens?: number | null
}

/**
 * How an attempt that stores nothing ended.
 *
 * - `settled`: it was made, and is charged.
 * - `failed`: it broke; with `backOffMs` the call is retried after that long, without it the call ends.
 * - `handed_back`: it was not made; the call is retried, and this delivery does not count.
 */
export type CallEnd = Took &
  (
    | { readonly state: 'settled' }
    | {
        readonly state: 'failed'
        readonly reason: string
        /** The fault came after the first byte, so it may depend on the text being generated. */
        readonly unclear?: boolean
        readonly backOffMs?: number
      }
    | { readonly state: 'handed_back'; readonly reason: string }
  )

/**
 * Whether an attempt's own end took effect: `late` if the call had passed to another attempt, which is recorded as
 * discarded.
 */
export type Ended = 'now' | 'before' | 'late'

/**
 * Ends an attempt that stores nothing, if it still holds its call. Returns whether that took effect, also if an earlier
 * try was committed and only its answer lost.
 */
export async function endCall(db: Db, attempt: Attempt, end: CallEnd): Promise<boolean> {
  const { callId, fence, claim } = attempt
  const [row] = await query<{ ended: Ended }>(db, `SELECT ended FROM end_calls($1)`, [
    JSON.stringify([{ ...end, callId, fence, claim, again: isMadeAgain(end) }]),
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
