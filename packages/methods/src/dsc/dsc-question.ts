import type { StopReason } from '../decision.js'

/** Why DSC stopped on a question: it was ranked easy, its test passed, or its budget was used up. */
export type DscReason = Extract<StopReason, 'easy' | 'threshold' | 'budget'>

/**
 * DSC's standing on one question. `predicted` is the size its first draw was aimed at, `need` the smallest number of
 * samples whose test passes (the budget if none does), `batches` the round trips, pre-samples included.
 *
 * `open`: every sample up to `until` is certain to be charged; if all of them are drawn, the question waits for others.
 * `part` is null until enough of the harder questions have been tested.
 */
export type DscQuestion =
  | {
      readonly question: number
      readonly part: 'easy' | 'hard'
      readonly state: 'stopped'
      readonly predicted: number
      readonly calls: number
      readonly need: number | null
      readonly batches: number
      readonly answer: string | null
      readonly score: number | null
      readonly reason: DscReason
    }
  | {
      readonly question: number
      readonly part: 'easy' | 'hard' | null
      readonly state: 'open'
      readonly predicted: number | null
      readonly until: number
    }
