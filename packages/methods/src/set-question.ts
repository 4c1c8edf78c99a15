import type { StopReason } from './decision.js'

/**
 * A set method's standing on one question. `open`: every sample up to `until` is certain to be charged; if all of them are
 * drawn, the question waits for others. `batches`: the round trips.
 */
export type SetQuestion =
  | {
      readonly question: number
      readonly state: 'stopped'
      readonly calls: number
      readonly batches: number
      readonly answer: string | null
      readonly score: number | null
      readonly reason: StopReason
    }
  | { readonly question: number; readonly state: 'open'; readonly until: number }
