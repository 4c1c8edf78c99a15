import { fitText } from '../charts/text-width'

/** How often one answer was given. */
export interface Vote {
  readonly name: string
  readonly count: number
  /** Null if it could not be graded, or there is no answer. */
  readonly correct: boolean | null
  /** Whether the samples gave an answer at all. */
  readonly given: boolean
}

/** The height of a bar with its names, in pixels. */
export const VOTES_HEIGHT = 44
const BAR = 24
const GAP = 2
const LEAST = 3
/** In a narrower part there is no room for a readable name. */
const NAMED = 28

/** A bar of votes with a part for each answer: its count inside, its name below if there is room. */
export function drawVotes(votes: readonly Vote[], width: number) {
  const whole = votes.reduce((sum, { count }) => sum + count, 0)
  const room = width - GAP * (votes.length - 1) - LEAST * votes.length
  let from = 0
  return votes.map(({ name, count, correct, given }, at) => {
    const wide = Math.max(LEAST, LEAST + (room * count) / whole)
    const x = from
    from += wide + GAP
    return (
      <g key={at} className={correct === true ? 'vote vote-right' : given ? 'vote vote-other' : 'vote vote-none'}>
        <title>{`${name}: ${count}`}</title>
        <rect x={x + 0.5} y={0.5} width={Math.max(1, wide - 1)} height={BAR - 1} rx={3} />
        {wide < NAMED ? null : (
          <>
            <text x={x + wide / 2} y={16} textAnchor="middle">
              {correct === true ? `✓ ${count}` : count}
            </text>
            <text x={x + wide / 2} y={BAR + 14} textAnchor="middle" className="vote-name">
              {fitText(name, wide)}
            </text>
          </>
        )}
      </g>
    )
  })
}
