import type { SeededRandom } from '@cges-fleet/methods'

/** A server of a simulated fleet. */
export interface SimulatedServer {
  readonly slots: number
  /** How long its calls take, beside an ordinary server's. */
  readonly slow: number
  /** What the odds of a right answer are multiplied by once a share of the trials has begun. */
  readonly oddsAt: (begun: number) => number
}

/** A trial of a simulated run, in the order of the run. */
export interface DriftingTrial {
  readonly right: boolean
  /** Of its first sample. */
  readonly first: { readonly server: string; readonly right: boolean }
  readonly endsAt: number
}

interface Open {
  readonly at: number
  readonly odds: number
  readonly votes: { server: string; right: boolean }[]
  freeAt: number
}

/** An answer of more than half of these is the trial's. */
const BUDGET = 7
const WRONG_TAKES = 2

/**
 * Simulates a run on servers that pull work: a free slot draws the next sample of the first trial that waits for one, or
 * begins the next trial. Questions are of any difficulty, wrong answers take twice as long, and a trial ends as soon as
 * one answer has most of its votes.
 */
export function driftingRun(
  { next }: SeededRandom,
  { trials, accuracy, servers }: { trials: number; accuracy: number; servers: readonly SimulatedServer[] },
): DriftingTrial[] {
  const slots = servers.flatMap((server, at) =>
    Array.from({ length: server.slots }, () => ({ server, name: `server-${at}`, freeAt: 0 })),
  )
  const base = Math.log(accuracy / (1 - accuracy))
  const waiting: Open[] = []
  const done: DriftingTrial[] = []
  let begun = 0
  let ended = 0
  while (ended < trials) {
    const slot = slots.reduce((first, each) => (each.freeAt < first.freeAt ? each : first))
    const ready = waiting.filter(({ freeAt }) => freeAt <= slot.freeAt)
    let trial = ready.length === 0 ? undefined : ready.reduce((one, other) => (other.at < one.at ? other : one))
    if (trial === undefined && begun < trials) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      trial = { at: begun, odds: Math.exp(base + 1.5 * normal), votes: [], freeAt: 0 }
      begun += 1
    } else if (trial === undefined) {
      slot.freeAt = Math.min(...waiting.map(({ freeAt }) => freeAt).filter((at) => at > slot.freeAt))
      continue
    } else waiting.splice(waiting.indexOf(trial), 1)
    const odds = trial.odds * slot.server.oddsAt(begun / trials)
    const right = next() < odds / (1 + odds)
    const takes = -Math.log(1 - next()) * slot.server.slow * (right ? 1 : WRONG_TAKES)
    slot.freeAt += takes
    trial.votes.push({ server: slot.name, right })
    trial.freeAt = slot.freeAt
    const rights = trial.votes.filter((vote) => vote.right).length
    const wrongs = trial.votes.length - rights
    if (Math.max(rights, wrongs) * 2 <= BUDGET) waiting.push(trial)
    else {
      const [first = { server: slot.name, right }] = trial.votes
      done[trial.at] = { right: rights > wrongs, first, endsAt: slot.freeAt }
      ended += 1
    }
  }
  return done
}
