import { type Planned, planRound } from '@cges-fleet/coordinator/plan'
import type { Lookahead } from '@cges-fleet/core'
import { NO_ROOM } from '@cges-fleet/db'
import type { Vote } from '@cges-fleet/methods'

/** One sample that could be drawn: its vote, and how long it takes. */
export type TimedVote = Vote & { readonly ms: number }

interface SlotsOptions {
  readonly methods: Planned['evaluation']['methods']
  readonly slots: number
  readonly lookahead: Lookahead
  /** When it is wanted, in simulated milliseconds. */
  readonly finishByMs?: number
}

export interface SimulatedSlots {
  /** The time until the last verdict, if rounds, queue and claims take no time. */
  readonly makespanMs: number
  /** Samples begun. */
  readonly drawn: number
  /** Samples charged to verdicts: for each question, those of its hungriest method. */
  readonly needed: number
}

interface Trial {
  readonly id: string
  readonly votes: readonly TimedVote[]
  readonly landed: Set<number>
  requested: number
  calls: number
  open: boolean
  decided: string[]
}

interface Draw {
  readonly trial: Trial
  readonly index: number
}

const LEARNED_FROM = 64

/**
 * Draws questions on slots in simulated time, as a fleet's rounds would plan them: the coordinator's own plan at every
 * landing, at most twice the slots in flight, samples of closed trials withdrawn if they have not begun.
 */
export async function simulateSlots(
  questions: readonly (readonly TimedVote[])[],
  options: SlotsOptions,
): Promise<SimulatedSlots> {
  const run = new SlotsRun(questions, options)
  await run.round([])
  while (run.anyOpen()) await run.round([run.land()])
  return run.result()
}

class SlotsRun {
  readonly #trials: readonly Trial[]
  #waiting: Draw[] = []
  #running: (Draw & { readonly end: number })[] = []
  #now = 0
  #drawn = 0

  constructor(
    questions: readonly (readonly TimedVote[])[],
    private readonly options: SlotsOptions,
  ) {
    this.#trials = questions.map((votes, at) => {
      return { id: `t${at}`, votes, landed: new Set(), requested: 0, calls: 0, open: true, decided: [] }
    })
  }

  anyOpen(): boolean {
    return this.#trials.some(({ open }) => open)
  }

  result(): SimulatedSlots {
    const needed = this.#trials.reduce((sum, { calls }) => sum + calls, 0)
    return { makespanMs: this.#now, drawn: this.#drawn, needed }
  }

  /** Lands the next sample to end. */
  land(): Trial {
    const next = this.#running.reduce((a, b) => (b.end < a.end ? b : a))
    this.#running = this.#running.filter((each) => each !== next)
    this.#now = next.end
    next.trial.landed.add(next.index)
    return next.trial
  }

  async round(touched: readonly Trial[]): Promise<void> {
    const { slots, lookahead, methods, finishByMs } = this.options
    const live = this.#waiting.length + this.#running.length
    const free = Math.max(32, 2 * slots) - live
    const fresh = this.#trials.filter(({ requested }) => requested === 0).slice(0, free)
    const begun = [...touched.filter(({ open }) => open), ...fresh]
    const others = this.#trials.filter((trial) => trial.open && trial.requested > 0 && !begun.includes(trial))
    const plan = await planRound({
      trials: begun.map(asOpenTrial),
      ahead: {
        idleSlots: lookahead === 'off' && finishByMs === undefined ? 0 : Math.max(0, slots - live),
        further: others.map(asOpenTrial),
        deadline: this.#deadline(),
        learned: this.#trials.slice(0, LEARNED_FROM).map((trial) => asOpenTrial(trial).samples),
      },
      sets: { of: () => [], decided: [], awake: false },
      certified: () => [],
      room: { ...NO_ROOM, inFlight: free, free },
      returned: { length: 0 },
      idle: fresh.length,
      evaluation: { methods, lookahead, audit: 0, questions: 1, seed: 0 },
    })
    if (plan instanceof Error) throw plan
    for (const [at, { verdicts, change }] of plan.decisions.entries()) this.#settle(begun[at], verdicts, change.state)
    for (const { trialId, index } of plan.samples) this.#ask(Number(trialId.slice(1)), index)
    this.#begin()
  }

  /** As the database tells: by what the samples of the first trials took. */
  #deadline(): Planned['ahead']['deadline'] {
    const { finishByMs } = this.options
    const ms = this.#trials
      .slice(0, LEARNED_FROM)
      .flatMap(({ votes, landed }) => [...landed].map((index) => votes[index]?.ms ?? 0))
    if (finishByMs === undefined || ms.length === 0) return null
    const mean = ms.reduce((sum, each) => sum + each, 0) / ms.length
    const squares = ms.reduce((sum, each) => sum + (each - mean) ** 2, 0)
    const deviation = ms.length < 2 ? 0 : Math.sqrt(squares / (ms.length - 1))
    return { secondsLeft: (finishByMs - this.#now) / 1000, secondsPerSample: (mean + deviation) / 1000 }
  }

  #settle(trial: Trial | undefined, verdicts: readonly { methodKey: string; calls: number }[], state: string): void {
    if (trial === undefined) return
    trial.decided.push(...verdicts.map(({ methodKey }) => methodKey))
    trial.calls = Math.max(trial.calls, ...verdicts.map(({ calls }) => calls))
    if (state !== 'closed') return
    trial.open = false
    this.#waiting = this.#waiting.filter((draw) => draw.trial !== trial)
  }

  #ask(at: number, index: number): void {
    const trial = this.#trials[at]
    if (trial === undefined) return
    trial.requested = index + 1
    this.#waiting.push({ trial, index })
  }

  #begin(): void {
    while (this.#running.length < this.options.slots) {
      const draw = this.#waiting.shift()
      if (draw === undefined) return
      this.#running.push({ ...draw, end: this.#now + (draw.trial.votes[draw.index]?.ms ?? 0) })
      this.#drawn += 1
    }
  }
}

function asOpenTrial({ id, votes, landed, requested, decided }: Trial): Planned['trials'][number] {
  const samples = [...landed]
    .toSorted((a, b) => a - b)
    .flatMap((index) => {
      const { answer, confidences } = votes[index] ?? { answer: null, confidences: {} }
      return {
        index,
        outcome: answer === null ? 'no_answer' : 'answer',
        answerKey: answer,
        signals: confidences,
      } as const
    })
  return { id, position: 0, replicate: 0, seedBase: 0, requested, blocked: false, samples, decided }
}

/** How long each sample of each question took, in milliseconds, in the order they were drawn. */
export type Durations = readonly (readonly number[])[]

/**
 * The least time in which any scheduler could have drawn these samples: all work spread evenly over the slots, or the
 * longest sample (Graham, 1969).
 */
export function lowerBoundMs(durations: Durations, slots: number): number {
  const samples = durations.flat()
  return Math.max(samples.reduce((sum, each) => sum + each, 0) / slots, ...samples)
}

/** The time if every round draws one sample of each unresolved question, and the next begins once all have landed. */
export function barrierMs(durations: Durations, slots: number): number {
  const rounds = Math.max(...durations.map((chain) => chain.length))
  let total = 0
  for (let round = 0; round < rounds; round += 1) {
    total += listScheduleMs(
      durations.flatMap((chain) => chain[round] ?? []),
      slots,
    )
  }
  return total
}

/** The time if each next task takes the slot that is free first. */
export function listScheduleMs(tasks: readonly number[], slots: number): number {
  const freeAt = Array.from({ length: slots }, () => 0)
  for (const task of tasks) {
    const first = freeAt.indexOf(Math.min(...freeAt))
    freeAt[first] = (freeAt[first] ?? 0) + task
  }
  return Math.max(...freeAt)
}
