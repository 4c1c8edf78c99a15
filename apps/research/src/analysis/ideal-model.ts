import { cgesScores, type SeededRandom, type Vote } from '@cges-fleet/methods'

/** Where a sample is right with its own confidence and wrong answers are equally likely. */
export const IDEAL = [
  { options: 2, confidences: [0.6] },
  { options: 2, confidences: [0.55, 0.7, 0.9] },
  { options: 4, confidences: [0.4, 0.6] },
  { options: 10, confidences: [0.05, 0.3, 0.5] },
] as const

/** Draws one sample. */
export type Draw = (random: SeededRandom) => readonly [answer: string, confidence: number]

/** Draws so many samples of a question. */
export function votesOf(draw: Draw, samples: number, random: SeededRandom): Vote[] {
  return Array.from({ length: samples }, () => {
    const [answer, confidence] = draw(random)
    return { answer, confidences: { 'lns-arith': confidence } }
  })
}

/** The score of the right answer, of OTHER, and the leader. */
export function standing(votes: readonly Vote[], support: 'dynamic' | { readonly fixed: number }) {
  const { candidates, top, otherScore } = cgesScores(votes, { confidence: 'lns-arith', support })
  return { top, otherScore, score: candidates.find(({ answer }) => answer === RIGHT)?.score ?? 0 }
}

/** The name of the right answer. */
export const RIGHT = 'right'
/** Draws a sample where the ideal scenario's assumptions hold. */
export function idealDraw(options: number, confidences: readonly number[]): Draw {
  return (random) => {
    const confidence = confidences[random.int(0, confidences.length - 1)] ?? 0.5
    const isRight = random.next() < confidence
    return [isRight ? RIGHT : `wrong ${random.int(1, options - 1)}`, confidence]
  }
}

/** How often one of the paper's limits is seen after so many samples. */
export interface TheoryRow {
  readonly claim: string
  readonly setting: string
  /** What the claim says of the share as samples grow: its limit, that no rule has a smaller one, or that it is 0. */
  readonly promised: 'to 1' | 'to 0' | 'least' | 'none'
  /** The drift, in nats a sample; null where the claim is of none. */
  readonly drift: number | null
  /** Shares by the number of samples, ascending. */
  readonly shares: readonly { readonly samples: number; readonly share: number }[]
  /** Whether the last share is within .05 of what is promised; null where a drift near 0 would need more samples to show. */
  readonly holds: boolean | null
}
