import { parseMethodSpec, seededRandom, type SeededRandom } from '@cges-fleet/methods'
import { type Drawn, type EvaluationRow, type Guard, STUCK_AFTER, type TeamRow, type TrialRow } from './model-tables.js'
import { ModelDatabase, Violation } from './model-database.js'
import type { OpenRound } from './model-round.js'
import { ModelQueue } from './model-queue.js'

/** An evaluation as somebody submits it. */
export interface Submitted {
  readonly methods: readonly string[]
  readonly questions: number
  readonly callCap: number | null
  readonly lookahead: 'off' | number
  /** Added once it is done; null if nothing is. */
  readonly addedMethod: string | null
  /** When, in milliseconds from the start. */
  readonly atMs: number
  /** Which of the two teams submits it. */
  readonly team: 0 | 1
  /** Its rounds fail for a while, this long after its start; null if they never do. */
  readonly failing: { readonly atMs: number; readonly forMs: number } | null
  /** Cancelled or paused for a while this long after its start; null if it is left alone. */
  readonly meddling: { readonly kind: 'cancel' | 'pause'; readonly atMs: number; readonly forMs: number } | null
}

export interface Scenario {
  readonly seed: string
  readonly evaluations: readonly Submitted[]
  readonly coordinators: number
  readonly workers: number
  readonly concurrency: number
  readonly maxDeliveries: number
  readonly teams: readonly [Pick<TeamRow, 'weight' | 'maxInFlight'>, Pick<TeamRow, 'weight' | 'maxInFlight'>]
  /** How long the processes' clocks are apart from the database's at most. */
  readonly skewMs: number
  readonly without: readonly Guard[]
}

export interface CallJob {
  readonly callId: string
  readonly fence: number
}

export interface RoundJob {
  readonly evaluationId: string
}

/** The stores of a simulated fleet, what its clients asked for, and its sources of chance. */
export class World {
  readonly db: ModelDatabase
  readonly calls: ModelQueue<CallJob>
  readonly rounds = new ModelQueue<RoundJob>()
  readonly random: SeededRandom
  /** Evaluations whose row a round or a client holds, and who does. */
  readonly locks = new Map<string, object>()
  /** What a cancelled evaluation had when it was: no round plans or decides more. */
  readonly cancelled = new Map<string, { readonly planned: number; readonly verdicts: number }>()
  /** When rounds of evaluations fail, by the clock of the run. */
  readonly #failing = new Map<string, { readonly from: number; readonly to: number }>()
  readonly #teams: readonly TeamRow[]
  /** How far the database's clock was set ahead. */
  clockAheadMs = 0
  /** Clients that still want something of an evaluation. */
  clientsLeft: number
  #ids = 0

  constructor(readonly scenario: Scenario) {
    this.db = new ModelDatabase(new Set(scenario.without))
    this.calls = new ModelQueue<CallJob>(this.db.lacks('finished jobs are removed'))
    this.clientsLeft = scenario.evaluations.length
    this.#teams = scenario.teams.map((team, at) => ({ ...team, name: `team ${at}`, lastTag: 0 }))
    this.random = seededRandom(`${scenario.seed} steps`)
  }

  newId(prefix: string): string {
    return `${prefix}${String(++this.#ids).padStart(7, '0')}`
  }

  submit({ methods, questions, callCap, lookahead, ...submitted }: Submitted, at: number): EvaluationRow {
    const redeliveries = callCap === null ? null : Math.ceil(callCap / 5)
    const team = this.#teams[submitted.team]
    if (team === undefined) throw new Error('no team')
    const row = newEvaluation({
      id: `e${at}`,
      team,
      methods,
      seed: at + 1,
      questions,
      callCap,
      redeliveries,
      lookahead,
    })
    const { failing } = submitted
    if (failing !== null) {
      const from = this.timeMs() + failing.atMs
      this.#failing.set(row.id, { from, to: from + failing.forMs })
    }
    this.db.insertEvaluation(row)
    return row
  }

  newTrial(evaluation: EvaluationRow, ordinal: number): TrialRow {
    return {
      id: `${evaluation.id}t${String(ordinal).padStart(5, '0')}`,
      evaluation,
      ordinal,
      seedBase: evaluation.seed * 1_000_003 + ordinal * 131,
      state: 'open',
      parked: false,
      retrying: false,
      requested: 0,
      read: 0,
      readUpTo: 0,
      calls: [],
      samples: new Map(),
      verdicts: new Map(),
    }
  }

  tryLock(id: string, by: object): boolean {
    const holder = this.locks.get(id)
    if (holder !== undefined && holder !== by) {
      return this.db.lacks('rounds of one evaluation exclude each other')
    }
    this.locks.set(id, by)
    return true
  }

  unlock(id: string, by: object): void {
    if (this.locks.get(id) === by) this.locks.delete(id)
  }

  /** Gives back what a process held that was killed: its connections are gone. */
  unlockAllOf(process: object): void {
    for (const [id, holder] of this.locks) {
      if ('process' in holder && holder.process === process) this.locks.delete(id)
    }
  }

  /** The clock of the run, which nobody sets. */
  timeMs(): number {
    return this.db.now - this.clockAheadMs
  }

  /** Whether what a round does fails now, after it was planned. */
  roundFails(id: string, { retriesLater }: OpenRound): boolean {
    const failing = this.#failing.get(id)
    if (failing === undefined || retriesLater) return false
    return this.timeMs() >= failing.from && this.timeMs() < failing.to
  }

  /** What must hold of a round that does anything: that it was not to wait. */
  checkRetry({ evaluation: { id }, retriesLater, isEarly }: OpenRound): void {
    if (isEarly && !retriesLater) throw new Violation(`a round of ${id} is tried before its time`)
  }

  /** What must hold once a failure has been noted: it is told. */
  checkStuck(id: string): void {
    const { status, roundFailures } = this.db.evaluation(id)
    if (status === 'running' && roundFailures >= STUCK_AFTER)
      throw new Violation(`rounds of ${id} fail and nobody is told`)
  }

  noteCancelled(id: string): void {
    this.cancelled.set(id, this.extentOf(id))
  }

  /** How much was planned and decided of an evaluation. */
  extentOf(id: string): { readonly planned: number; readonly verdicts: number } {
    const trials = this.db.trialsOf(id)
    const sum = (count: (trial: TrialRow) => number) => trials.reduce((total, trial) => total + count(trial), 0)
    return { planned: sum(({ calls }) => calls.length), verdicts: sum(({ verdicts }) => verdicts.size) }
  }

  askRound(evaluationId: string): void {
    this.rounds.add({ id: `${evaluationId}.${this.newId('r')}`, data: { evaluationId }, deduplication: evaluationId })
  }
}

/** An evaluation of which nothing is planned yet. */
export function newEvaluation({
  methods,
  questions,
  ...settings
}: Pick<EvaluationRow, 'id' | 'team' | 'seed' | 'callCap' | 'redeliveries' | 'lookahead'> &
  Pick<Submitted, 'methods' | 'questions'>): EvaluationRow {
  return {
    ...settings,
    methods: methods.map(specOf),
    trialsTotal: questions,
    status: 'running',
    trialsPlanned: 0,
    trialsClosed: 0,
    trialsBlocked: 0,
    samplesDrawn: 0,
    attempts: 0,
    digest: null,
    calls: 0,
    redelivered: 0,
    reopenedUpTo: null,
    roundFailures: 0,
    roundRetryAt: null,
  }
}

export function specOf(text: string) {
  const parsed = parseMethodSpec(text, 8)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.spec
}

/** The model that all workers serve: what it answers depends on the seed alone. */
export function answerTo(seed: number): Drawn {
  const chance = Math.imul((seed % 1_000_003) + 17, 2_654_435_761) >>> 8
  const signals = { 'lns-arith': 0.3 + (chance % 60) / 100, 'lns-geom': 0.5 }
  if (chance % 53 === 0) return { outcome: 'invalid_request', answerKey: null, signals: null }
  if (chance % 11 === 0) return { outcome: 'no_answer', answerKey: null, signals }
  if (chance % 13 === 0) return { outcome: 'truncated', answerKey: null, signals }
  return { outcome: 'answer', answerKey: String(chance % 3), signals }
}
