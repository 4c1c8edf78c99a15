import { seededRandom, type Vote } from '@cges-fleet/methods'
import { type Draw, IDEAL, idealDraw, RIGHT, standing, type TheoryRow, votesOf } from './ideal-model.js'
import { earliestRows, optimalRows } from './optimality.js'

const CLOSE = 0.05
/** A drift this near 0 takes more samples than are drawn here to show. */
const SLOW = 0.1
const RUNS = { full: 2000, quick: 300 }

/** Runs every limit that the paper proves, by simulation on models where its assumptions hold. */
export function theoryRows(quick: boolean): TheoryRow[] {
  const runs = quick ? RUNS.quick : RUNS.full
  return [...idealRows(runs), ...noisyRows(runs), ...growingRows(runs), ...optimalRows(runs), ...earliestRows()]
}

/** A score this near 1 has arrived there. */
const ARRIVED = 0.99

function limitRow(facts: Omit<TheoryRow, 'shares' | 'holds'>, { draw, samples, runs, seen }: Limit): TheoryRow {
  const random = seededRandom(`${facts.claim} ${facts.setting}`)
  const most = samples.at(-1) ?? 0
  const counts = samples.map(() => 0)
  for (let run = 0; run < runs; run += 1) {
    const votes = votesOf(draw, most, random)
    for (const [at, size] of samples.entries()) if (seen(votes.slice(0, size))) counts[at] = (counts[at] ?? 0) + 1
  }
  const shares = samples.map((size, at) => ({ samples: size, share: (counts[at] ?? 0) / runs }))
  const last = shares.at(-1)?.share ?? Number.NaN
  const isThere = facts.promised === 'to 1' ? last > 1 - CLOSE : last < CLOSE
  const holds = isThere || (facts.drift !== null && Math.abs(facts.drift) < SLOW) ? isThere || null : false
  return { ...facts, shares, holds }
}

interface Limit {
  readonly draw: Draw
  readonly samples: readonly number[]
  readonly runs: number
  readonly seen: (votes: readonly Vote[]) => boolean
}

function idealRows(runs: number): TheoryRow[] {
  return IDEAL.map(({ options, confidences }) =>
    limitRow(
      {
        claim: 'Theorem 3.2',
        setting: `${options} options, C ${confidences.join(', ')}`,
        promised: 'to 1',
        drift: null,
      },
      {
        draw: idealDraw(options, confidences),
        samples: [16, 64, 256, 1024],
        runs,
        seen: (votes) => standing(votes, { fixed: options }).score >= ARRIVED,
      },
    ),
  )
}

/** Three answers are possible; the right one is given in three samples of ten, another in all others. */
const MINORITY = 0.3
const OPTIONS = 3
/** Confidences of the right answer and of the other, each drawn within .05 of these. */
const NOISY = [
  [0.93, 0.42],
  [0.8, 0.54],
  [0.8, 0.566],
  [0.8, 0.625],
] as const
const NOISE = 0.05

function noisyRows(runs: number): TheoryRow[] {
  return NOISY.map(([sure, other]) => {
    const draw = minorityDraw(sure, other)
    const drift = driftOf(draw, OPTIONS, 'other')
    return limitRow(
      {
        claim: 'Theorem 3.5',
        setting: `right in 30 %, C about ${sure}; wrong in 70 %, C about ${other}`,
        promised: drift > 0 ? 'to 1' : 'to 0',
        drift,
      },
      {
        draw,
        samples: [16, 200, 2000],
        runs: Math.ceil(runs / 2),
        seen: (votes) => standing(votes, { fixed: OPTIONS }).top?.answer === RIGHT,
      },
    )
  })
}

function minorityDraw(sure: number, other: number): Draw {
  return (random) => {
    const isRight = random.next() < MINORITY
    return [isRight ? RIGHT : 'other', (isRight ? sure : other) + NOISE * (2 * random.next() - 1)]
  }
}

/** The mean of what a sample adds to the right answer's log-odds against another's, null standing for OTHER. */
function driftOf(draw: Draw, options: number, rival: string | null): number {
  const random = seededRandom(`drift ${options} ${rival ?? 'OTHER'}`)
  const draws = 200_000
  let sum = 0
  for (let at = 0; at < draws; at += 1) {
    const [answer, confidence] = draw(random)
    const gain = Math.log((confidence * (options - 1)) / (1 - confidence))
    if (answer === RIGHT) sum += gain
    else if (answer === rival) sum -= gain
  }
  return sum / draws
}

/** Five answers in all, of which the right one is given least often but for rare ones; the support grows as they are seen. */
const GROWING = [
  { sure: 0.7, other: 0.2 },
  { sure: 0.12, other: 0.1 },
] as const

function growingRows(runs: number): TheoryRow[] {
  return GROWING.flatMap(({ sure, other }) => {
    const draw: Draw = (random) => {
      const at = random.next()
      const answer = at < 0.35 ? RIGHT : at < 0.7 ? 'other' : at < 0.98 ? 'third' : `rare ${random.int(1, 2)}`
      return [answer, (answer === RIGHT ? sure : other) + NOISE * (2 * random.next() - 1)]
    }
    const drift = Math.min(...['other', 'third', 'rare 1', null].map((rival) => driftOf(draw, 6, rival)))
    const setting = `five answers, C about ${sure} if right, else ${other}; least drift`
    const limit = { draw, samples: [16, 200, 2000], runs: Math.ceil(runs / 4) }
    const arrives = { ...limit, seen: (votes: readonly Vote[]) => standing(votes, 'dynamic').score >= ARRIVED }
    const promised = drift > 0 ? ('to 1' as const) : ('to 0' as const)
    return [limitRow({ claim: 'Dynamic support, and its corollary', setting, promised, drift }, arrives)]
  })
}
