import {
  cancelEvaluation,
  type ClaimedDraw,
  claimCall,
  type DataSource,
  endCall,
  ensurePool,
  giveUpCall,
  landSample,
  LOCAL_TEAM,
  newId,
  pauseEvaluation,
  renewLeases,
  resumeEvaluation,
  retryEvaluation,
  returnExpiredLeases,
  selectNeeded,
} from '@cges-fleet/db'
import { seededRandom, type SeededRandom } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import {
  drawn,
  POOL,
  questions,
  registerSilent,
  round,
  selectOne,
  submit,
  TERMS,
  WORKER,
} from '../support/evaluation-rows.js'
import { IS_FIRST_LOOK, repetitions } from '../support/repetitions.js'
import { useDatabase } from '../support/databases.js'
import { ModelDatabase } from './model-database.js'
import { changeStatus, needed, retry } from './model-lifecycle.js'
import { commitRound } from './model-commit.js'
import { loadRound, plan } from './model-round.js'
import { keepTurns, takeTurns } from './model-turns.js'
import { answerTo, newEvaluation } from './world.js'

// The model of the database against the database itself: the same commands in the same order must leave the same rows.
const database = useDatabase(4)
const RUNS = repetitions({ first: 12, rest: 30, atLength: 200 })
const COMMANDS = 120
const MAX_DELIVERIES = 3
const TEAM = () => ({ name: 'one', weight: 1, maxInFlight: Infinity, lastTag: 0 })

const SHAPES: readonly [Shape, ...Shape[]] = [
  { methods: ['sc@3', 'cges:confidence=lns-arith,gamma=0.97@5', 'esc:window=2@4'], questions: 3, lookahead: 'off' },
  { methods: ['asc-beta@5', 'sc@2'], questions: 2, lookahead: 'off', callCap: 4 },
  { methods: ['cges:confidence=lns-arith,gamma=0.99@6'], questions: 2, lookahead: 'off' },
]

interface Shape {
  readonly methods: readonly string[]
  readonly questions: number
  readonly lookahead: 'off'
  readonly callCap?: number
}

interface Held extends ClaimedDraw {
  readonly modelId: string
}

/** One evaluation in both, and the attempts in hand. */
class Pair {
  readonly held: Held[] = []
  #calls = 0

  private constructor(
    readonly db: DataSource,
    readonly model: ModelDatabase,
    readonly id: string,
    private readonly bases: Map<number, { readonly id: string; readonly seedBase: number }>,
  ) {}

  static async of(db: DataSource, shape: Shape): Promise<Pair> {
    const { methods, questions: count, callCap } = shape
    const changes = callCap === undefined ? {} : { caps: { calls: callCap } }
    const benchmark = { name: `numbers-${count}`, questions: questions(count) }
    const id = await submit(db, { methods, benchmark, changes })
    await registerSilent(db, WORKER, { maxDeliveries: MAX_DELIVERIES })
    const model = new ModelDatabase()
    const spending = await selectOne<{ redeliveries: number | null }>(
      db,
      'SELECT redeliveries FROM spending WHERE evaluation_id = $1',
      [id],
    )
    const { redeliveries } = spending
    model.insertEvaluation(
      newEvaluation({ ...shape, id, team: TEAM(), seed: 7, callCap: callCap ?? null, redeliveries }),
    )
    return new Pair(db, model, id, new Map())
  }

  async round(): Promise<void> {
    await round(this.db, this.id)
    for (const row of await this.db.query<{ id: string; ordinal: number; seedBase: string }[]>(
      `SELECT id, ordinal, seed_base AS "seedBase" FROM trial WHERE evaluation_id = $1`,
      [this.id],
    )) {
      this.bases.set(row.ordinal, { id: row.id, seedBase: Number(row.seedBase) })
    }
    const open = loadRound(this.model, this.id, { newTrial: (ordinal) => this.#trial(ordinal), idleSlots: 0 })
    const planned = open.state === null ? null : await plan(open)
    if (planned instanceof Error) throw planned
    const turns = planned === null ? null : takeTurns(this.model, open.evaluation, planned.samples.length)
    const taken = planned === null || turns === null ? null : { plan: planned, ...turns }
    const { tags } = commitRound(this.model, open, taken, () => `c${++this.#calls}`)
    if (turns !== null) keepTurns(this.model, open.evaluation, { ...turns, tags })
  }

  #trial(ordinal: number) {
    const base = this.bases.get(ordinal)
    if (base === undefined) throw new Error(`the database made no trial ${ordinal}`)
    const state = { state: 'open' as const, parked: false, retrying: false, requested: 0, read: 0, readUpTo: 0 }
    const empty = { calls: [], samples: new Map(), verdicts: new Map() }
    return { ...base, ...state, ...empty, ordinal, evaluation: this.model.evaluation(this.id) }
  }

  /** A call of both, by its place among all there are. */
  async pick(random: SeededRandom): Promise<{ readonly callId: string; readonly modelId: string } | null> {
    const all = this.model.trialsOf(this.id).flatMap((trial) => trial.calls)
    // Mostly one that waits: of those there are few among all that are long done.
    const waiting = all.filter(({ state }) => state === 'pending')
    const calls = waiting.length > 0 && random.next() < 0.7 ? waiting : all
    if (calls.length === 0) return null
    const call = calls[random.int(0, calls.length - 1)]
    if (call === undefined) return null
    const row = await selectOne<{ id: string }>(
      this.db,
      `SELECT id FROM call WHERE trial_id = $1 AND index = $2 AND kind = 'draw'`,
      [call.trial.id, call.index],
    )
    return { callId: row.id, modelId: call.id }
  }

  async claim(random: SeededRandom): Promise<void> {
    const picked = await this.pick(random)
    if (picked === null) return
    const { leaseMs } = TERMS
    const claimed = await claimCall(this.db, picked.callId, TERMS)
    const claiming = { claim: newId(), worker: 'w', leaseMs, maxDeliveries: MAX_DELIVERIES, processNow: 0 }
    const modelled = this.model.claim(picked.modelId, claiming)
    expect(modelled === null).toBe(claimed === null)
    if (claimed?.kind !== 'draw' || modelled === null) return
    expect({ fence: modelled.fence, seed: modelled.seed }).toEqual({ fence: claimed.fence, seed: claimed.seed })
    this.held.push({ ...claimed, modelId: picked.modelId })
  }

  async expire(random: SeededRandom): Promise<void> {
    const attempt = this.held[random.int(0, Math.max(0, this.held.length - 1))]
    if (attempt === undefined) return
    const late = `UPDATE call SET lease_until = now() - interval '1 s' WHERE id = $1 AND state = 'leased'`
    await this.db.query(late, [attempt.callId])
    const call = this.model.calls.get(attempt.modelId)
    if (call?.state === 'leased') call.leaseUntil = this.model.now - 1
    await returnExpiredLeases(this.db)
    this.model.returnExpired()
  }

  /** Renews what is in hand, and looks for what of it nobody needs. */
  async renew(): Promise<void> {
    const modelled = this.held.map(({ modelId, fence }) => ({ callId: modelId, fence }))
    const among = (ids: readonly string[]) => this.held.map(({ callId }) => ids.includes(callId))
    const renewed = await renewLeases(this.db, this.held, TERMS.leaseMs)
    expect(this.model.renew(modelled, TERMS.leaseMs)).toEqual(among(renewed))
    expect(needed(this.model, modelled)).toEqual(among(await selectNeeded(this.db, this.held)))
  }
}

type Command = (pair: Pair, random: SeededRandom) => Promise<void>

const take = (pair: Pair, random: SeededRandom) =>
  pair.held.splice(random.int(0, Math.max(0, pair.held.length - 1)), 1)[0]

const COMMANDS_BY_NAME: Readonly<Record<string, Command>> = {
  round: (pair) => pair.round(),
  claim: (pair, random) => pair.claim(random),
  land: async (pair, random) => {
    const attempt = take(pair, random)
    if (attempt === undefined) return
    const answer = answerTo(attempt.seed)
    const { outcome, answerKey, signals } = answer
    const landed = await landSample(pair.db, attempt, drawn(answerKey, { outcome, signals }))
    expect(pair.model.land({ callId: attempt.modelId, fence: attempt.fence }, answer)).toBe(landed)
  },
  redraw: async (pair, random) => {
    const attempt = take(pair, random)
    if (attempt === undefined) return
    const fault = { state: 'failed' as const, reason: 'reset', unclear: true, backOffMs: 0 }
    const ended = await endCall(pair.db, attempt, fault)
    const end = { state: 'failed' as const, again: true, unclear: true, backOffMs: 0 }
    expect(pair.model.end({ callId: attempt.modelId, fence: attempt.fence }, end) !== 'late').toBe(ended)
  },
  'hand back': async (pair, random) => {
    const attempt = take(pair, random)
    if (attempt === undefined) return
    const ended = await endCall(pair.db, attempt, { state: 'handed_back', reason: 'draining' })
    const end = { state: 'handed_back' as const, again: true }
    expect(pair.model.end({ callId: attempt.modelId, fence: attempt.fence }, end) !== 'late').toBe(ended)
  },
  abandon: async (pair, random) => {
    const attempt = take(pair, random)
    if (attempt === undefined) return
    const ended = await endCall(pair.db, attempt, { state: 'abandoned', reason: 'nobody needs it' })
    const end = { state: 'abandoned' as const, again: true }
    expect(pair.model.end({ callId: attempt.modelId, fence: attempt.fence }, end) !== 'late').toBe(ended)
  },
  expire: (pair, random) => pair.expire(random),
  renew: (pair) => pair.renew(),
  'give up': async (pair, random) => {
    const picked = await pair.pick(random)
    if (picked === null) return
    const given = await giveUpCall(pair.db, picked.callId, WORKER)
    expect(pair.model.giveUp(picked.modelId, MAX_DELIVERIES)).toBe(given?.evaluationId ?? null)
  },
  pause: async (pair) => {
    const status = await pauseEvaluation(pair.db, LOCAL_TEAM, pair.id)
    expect(changeStatus(pair.model, pair.id, { from: ['running'], to: 'paused' })).toBe(status)
  },
  resume: async (pair) => {
    const status = await resumeEvaluation(pair.db, LOCAL_TEAM, pair.id)
    expect(changeStatus(pair.model, pair.id, { from: ['paused'], to: 'running' })).toBe(status)
  },
  cancel: async (pair, random) => {
    if (random.next() > 0.2) return
    const status = await cancelEvaluation(pair.db, LOCAL_TEAM, pair.id)
    expect(changeStatus(pair.model, pair.id, { from: ['running', 'paused', 'budget_stopped'], to: 'cancelled' })).toBe(
      status,
    )
  },
  retry: async (pair) => {
    const retried = await retryEvaluation(pair.db, LOCAL_TEAM, pair.id)
    expect(retry(pair.model, pair.id)).toBe(retried?.kind === 'retried' ? retried.trials : 0)
  },
}

const OFTEN = ['round', 'round', 'claim', 'claim', 'claim', 'claim', 'land', 'land', 'land'] as const
const SELDOM = [
  'redraw',
  'hand back',
  'abandon',
  'expire',
  'renew',
  'renew',
  'give up',
  'pause',
  'resume',
  'resume',
  'retry',
  'cancel',
] as const

it('leaves the rows that the database is left with, whatever is done in whatever order', async () => {
  const db = database()
  await ensurePool(db, POOL, { model: 'm', provenance: 'simulated' })
  const met = new Map<string, number>()
  for (let run = 0; run < RUNS; run += 1) {
    const random = seededRandom(`agrees ${run}`)
    const pair = await Pair.of(db, random.pick(SHAPES))
    const done: string[] = []
    for (let at = 0; at < COMMANDS; at += 1) {
      const name = random.next() < 0.85 ? random.pick(OFTEN) : random.pick(SELDOM)
      done.push(name)
      await COMMANDS_BY_NAME[name]?.(pair, random)
      const rows = await selectOne<{ rows: unknown }>(db, ROWS, [pair.id])
      expect(rowsOf(pair), `run ${run} after ${done.join(', ')}`).toEqual(rows.rows)
    }
    const { status } = pair.model.evaluation(pair.id)
    met.set(status, (met.get(status) ?? 0) + 1)
  }
  if (!IS_FIRST_LOOK)
    expect([...met.keys()].toSorted()).toEqual(['budget_stopped', 'cancelled', 'done', 'paused', 'running'])
}, 300_000)

function rowsOf({ model, id }: Pair): unknown {
  const { status, trialsPlanned, trialsClosed, trialsBlocked, samplesDrawn, attempts, calls, redelivered } =
    model.evaluation(id)
  const trials = [...model.trialsOf(id)].toSorted((one, other) => one.ordinal - other.ordinal)
  return {
    evaluation: { status, trialsPlanned, trialsClosed, trialsBlocked, samplesDrawn, attempts, calls, redelivered },
    trials: trials.map(
      ({ ordinal, state, parked, retrying, requested, read, readUpTo, samples, verdicts, ...trial }) => ({
        ordinal,
        state,
        parked,
        retrying,
        requested,
        read,
        readUpTo,
        calls: trial.calls
          .toSorted((one, other) => one.index - other.index)
          .map((call) => ({
            index: call.index,
            state: call.state,
            fence: call.fence,
            deliveries: call.deliveries,
            unclear: call.unclearFaults,
            isQueued: call.queuedAt !== null,
            ledger: Array.from(
              { length: call.fence },
              (_, at) => model.ledgerOf({ callId: call.id, fence: at + 1 })?.state ?? null,
            ),
          })),
        samples: [...samples.values()]
          .toSorted((one, other) => one.index - other.index)
          .map((sample) => ({
            index: sample.index,
            state: sample.state,
            outcome: sample.outcome,
            answer: sample.answerKey,
          })),
        verdicts: [...verdicts]
          .map(([key, verdict]) => ({ key, calls: verdict.calls, answer: verdict.answerKey, reason: verdict.reason }))
          .toSorted((one, other) => (one.key < other.key ? -1 : 1)),
      }),
    ),
  }
}

const ROWS = `
SELECT jsonb_build_object(
  'evaluation', jsonb_build_object('status', e.status, 'trialsPlanned', e.trials_planned, 'trialsClosed', e.trials_closed,
    'trialsBlocked', e.trials_blocked, 'samplesDrawn', e.samples_drawn, 'attempts', e.attempts, 'calls', p.calls,
    'redelivered', p.redelivered),
  'trials', coalesce((
    SELECT jsonb_agg(jsonb_build_object('ordinal', t.ordinal, 'state', t.state, 'parked', t.parked, 'retrying', t.retrying,
      'requested', t.requested, 'read', t.read, 'readUpTo', t.read_up_to,
      'calls', coalesce((
        SELECT jsonb_agg(jsonb_build_object('index', k.index, 'state', k.state, 'fence', k.fence,
          'deliveries', k.deliveries, 'unclear', k.unclear_faults, 'isQueued', k.queued_at IS NOT NULL,
          'ledger', coalesce((
            SELECT jsonb_agg(l.state ORDER BY f.fence)
            FROM generate_series(1, k.fence) f(fence)
            LEFT JOIN call_ledger l ON l.call_id = k.id AND l.fence = f.fence), '[]')) ORDER BY k.index)
        FROM call k WHERE k.trial_id = t.id AND k.kind = 'draw'), '[]'),
      'samples', coalesce((
        SELECT jsonb_agg(jsonb_build_object('index', s.index, 'state', s.state, 'outcome', s.outcome,
          'answer', s.answer_key) ORDER BY s.index)
        FROM sample s WHERE s.trial_id = t.id), '[]'),
      'verdicts', coalesce((
        SELECT jsonb_agg(jsonb_build_object('key', v.method_key, 'calls', v.calls, 'answer', v.answer_key,
          'reason', v.reason) ORDER BY v.method_key COLLATE "C")
        FROM verdict v WHERE v.trial_id = t.id), '[]')) ORDER BY t.ordinal)
    FROM trial t WHERE t.evaluation_id = e.id), '[]')) AS rows
FROM evaluation e JOIN spending p ON p.evaluation_id = e.id WHERE e.id = $1`
