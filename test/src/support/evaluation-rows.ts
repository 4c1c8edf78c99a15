import { GRADING_VERSION } from '@cges-fleet/answers'
import { decideRound, type RoundResult } from '@cges-fleet/coordinator/rounds'
import { type Benchmark, DEFAULT_SAMPLING, type Question } from '@cges-fleet/core'
import {
  type Attempt,
  claimCall,
  type ClaimedCall,
  type ClaimedDraw,
  type DataSource,
  type DrawnSample,
  endCall,
  ensurePool,
  findBenchmark,
  heartbeat,
  insertEvaluation,
  LOCAL_TEAM,
  type NewEvaluation,
  newId,
  type RegisteredWorker,
  saveBenchmark,
  type TeamId,
} from '@cges-fleet/db'
import { type MethodSpec, parseMethodSpec } from '@cges-fleet/methods'

export const POOL = 'test-pool'

const newWorker = (): RegisteredWorker => ({ id: newId(), secret: newId() })

/** The worker that claims unless another is named, and one that never gives up. Neither has slots that count. */
export const WORKER = newWorker()
export const PATIENT = newWorker()

/** Registers a worker whose last sign of life is too long ago for its slots to count. */
export async function registerSilent(
  db: DataSource,
  worker: RegisteredWorker,
  changes: { readonly pool?: string; readonly maxDeliveries?: number } = {},
): Promise<void> {
  const state = { pool: POOL, slots: 1, ready: false, reason: null, engine: null }
  await heartbeat(db, { ...worker, ...state, ...changes })
  await db.query(`UPDATE worker SET heartbeat_at = now() - interval '10 minutes' WHERE id = $1`, [worker.id])
}

/** Reads a method as a person writes it. */
export function method(text: string): MethodSpec {
  const parsed = parseMethodSpec(text, 4)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.spec
}

/** Question `i` is answered with `i`. */
export function questions(count: number): Question[] {
  return Array.from({ length: count }, (_, i) => ({ id: `q-${i}`, question: `Which number is ${i}?`, answer: `${i}` }))
}

export function benchmark(changes: Partial<Benchmark> = {}): Benchmark {
  return {
    name: 'numbers',
    title: 'Numbers',
    origin: 'imported',
    answerKind: 'text',
    template: '{question}',
    sampling: {},
    questions: questions(2),
    ...changes,
  }
}

export interface Wanted {
  readonly team?: TeamId
  readonly methods?: readonly string[]
  readonly benchmark?: Partial<Benchmark>
  readonly changes?: Partial<NewEvaluation>
}

/** Makes what an evaluation needs and the evaluation as it was submitted; gives back what can be inserted once more. */
export async function newEvaluation(db: DataSource, wanted: Wanted = {}): Promise<NewEvaluation> {
  const team = wanted.team ?? LOCAL_TEAM
  const content = benchmark(wanted.benchmark)
  await saveBenchmark(db, team, content)
  const stored = await findBenchmark(db, team, { name: content.name })
  if (stored === null) throw new Error('the benchmark was not stored')
  await ensurePool(db, POOL, { model: 'm', provenance: 'simulated' })
  await registerSilent(db, WORKER)
  await registerSilent(db, PATIENT, { maxDeliveries: 1000 })
  return {
    name: 'an evaluation',
    suite: null,
    benchmarkId: stored.id,
    pool: POOL,
    methods: (wanted.methods ?? ['sc@2']).map(method),
    sampling: DEFAULT_SAMPLING,
    seed: 7,
    replicates: 1,
    questions: content.questions.length,
    idempotency: null,
    ...wanted.changes,
  }
}

/** Submits an evaluation and gives its id. */
export async function submit(db: DataSource, wanted: Wanted = {}): Promise<string> {
  const inserted = await insertEvaluation(db, wanted.team ?? LOCAL_TEAM, await newEvaluation(db, wanted))
  if (inserted.kind === 'conflict') throw new Error('conflict')
  return inserted.id
}

/** A second team. */
export async function otherTeam(db: DataSource): Promise<TeamId> {
  const id = newId()
  await db.query(`INSERT INTO team (id, name) VALUES ($1, $2)`, [id, `team ${id}`])
  return id as TeamId
}

/** Runs one round of the coordinator. */
export function round(db: DataSource, evaluationId: string): Promise<RoundResult> {
  return decideRound(db, evaluationId)
}

/** A planned sample and the call that draws it. */
export type SampleRef = Pick<ClaimedDraw, 'callId' | 'trialId' | 'index'>

/** Runs a first round and gives the first sample it planned. */
export async function plannedSample(
  db: DataSource,
  wanted: Wanted = {},
): Promise<SampleRef & { evaluationId: string }> {
  const evaluationId = await submit(db, wanted)
  const { queued } = await round(db, evaluationId)
  const [first] = queued
  if (first?.trialId == null) throw new Error('nothing was planned')
  return { callId: first.callId, trialId: first.trialId, index: first.index, evaluationId }
}

export const TERMS = { worker: WORKER, leaseMs: 60_000 }

/** Claims a call that draws a sample and must be there to claim. */
export async function claim(
  db: DataSource,
  { callId }: Pick<SampleRef, 'callId'>,
  terms: Partial<typeof TERMS> = {},
): Promise<ClaimedDraw> {
  const claimed = (await claimCall(db, callId, { ...TERMS, ...terms })) ?? (await claimedInItsPool(db, callId, terms))
  if (claimed?.kind !== 'draw') throw new Error(`call ${callId} could not be claimed to draw a sample`)
  return claimed
}

/** Claims a call of another pool, or after the workers were deleted, by a worker that is registered for it. */
async function claimedInItsPool(
  db: DataSource,
  callId: string,
  terms: Partial<typeof TERMS>,
): Promise<ClaimedCall | null> {
  const [call] = await select<{ pool: string }>(db, 'SELECT pool FROM call WHERE id = $1', [callId])
  if (call === undefined || terms.worker !== undefined) return null
  const worker = call.pool === POOL ? WORKER : newWorker()
  await registerSilent(db, worker, { pool: call.pool })
  return claimCall(db, callId, { ...TERMS, ...terms, worker })
}

/** Claims a call that draws a sample, where there is one to claim, however often it was delivered. */
export async function tryClaim(db: DataSource, { callId }: Pick<SampleRef, 'callId'>): Promise<ClaimedDraw | null> {
  const claimed = await claimCall(db, callId, { ...TERMS, worker: PATIENT })
  return claimed?.kind === 'draw' ? claimed : null
}

/** The planned sample beside another of its trial. */
export function sibling<Ref extends SampleRef>(db: DataSource, ref: Ref, index: number): Promise<Ref> {
  const sql = `SELECT id AS "callId" FROM call WHERE trial_id = $1 AND index = $2 AND kind = 'draw'`
  return selectOne<{ callId: string }>(db, sql, [ref.trialId, index]).then((call) => ({ ...ref, ...call, index }))
}

/** Sends a sample back to be drawn again after a fault. */
export function redraw(
  db: DataSource,
  attempt: Attempt,
  fault: { reason: string; unclear: boolean; backOffMs: number },
): Promise<boolean> {
  return endCall(db, attempt, { state: 'failed', ...fault })
}

/** Hands a sample back undrawn, as a draining worker does. */
export function handBack(db: DataSource, attempt: Attempt, reason: string): Promise<boolean> {
  return endCall(db, attempt, { state: 'handed_back', reason })
}

/** What a worker brings back. */
export function drawn(answer: string | null, changes: Partial<DrawnSample> = {}): DrawnSample {
  return {
    outcome: answer === null ? 'no_answer' : 'answer',
    rawAnswer: answer,
    answerKey: answer,
    answerTier: answer === null ? null : 'marked',
    gradingVersion: GRADING_VERSION,
    signals: { 'lns-arith': 0.9, 'lns-geom': 0.8 },
    signalsVersion: 1,
    promptTokens: 11,
    completionTokens: 22,
    finishReason: 'stop',
    ttftMs: 1.5,
    totalMs: 2.5,
    engine: 'test m',
    error: null,
    body: { text: `\\boxed{${answer ?? ''}}`, reasoning: null, tokenIds: null, logprobs: null },
    ...changes,
  }
}

/** The rows of a statement. */
export function select<Row>(db: DataSource, sql: string, parameters: unknown[] = []): Promise<Row[]> {
  return db.query<Row[]>(sql, parameters)
}

/** The one row of a statement. */
export async function selectOne<Row>(db: DataSource, sql: string, parameters: unknown[] = []): Promise<Row> {
  const [row] = await select<Row>(db, sql, parameters)
  if (row === undefined) throw new Error('no row')
  return row
}

/**
 * Every sample that was planned, in SQL, wherever it is on its way: its call as far as that goes, and what came of it
 * from then on. One that was imported has no call; one that was abandoned is planned no more.
 */
export const PLANNED_SAMPLES = `(
  SELECT k.id AS call_id, k.trial_id, k.index, k.team_id, k.evaluation_id, coalesce(s.state, k.state) AS state, k.fence,
         k.deliveries, k.unclear_faults, k.lease_until, k.queue_at, k.tag, k.cost, k.seed, k.created_at, s.outcome,
         s.raw_answer, s.answer_key, s.signals, s.error, s.landed_at, s.minima
  FROM call k LEFT JOIN sample s ON s.trial_id = k.trial_id AND s.index = k.index
  WHERE k.kind = 'draw' AND (k.live OR s.trial_id IS NOT NULL)
  UNION ALL
  SELECT NULL, trial_id, index, team_id, evaluation_id, state, NULL, NULL, unclear_faults, NULL, NULL, NULL, NULL, seed, NULL,
         outcome, raw_answer, answer_key, signals, error, landed_at, minima
  FROM sample s
  WHERE NOT EXISTS (SELECT 1 FROM call k WHERE k.trial_id = s.trial_id AND k.index = s.index AND k.kind = 'draw')
)`

/** Every attempt ever made, in SQL: those of the ledger, and as `started` those under way. */
export const ATTEMPTS = `(
  SELECT k.id AS call_id, k.kind, k.trial_id, k.ranking_id, k.index, k.team_id, k.evaluation_id, a.fence, a.worker_id,
         a.state, a.reason, a.prompt_tokens, a.completion_tokens, a.gpu_ms, a.started_at, a.ended_at
  FROM call k
  CROSS JOIN LATERAL (
    SELECT fence, worker_id, state, reason, prompt_tokens, completion_tokens, gpu_ms, started_at, ended_at
    FROM call_ledger WHERE call_id = k.id
    UNION ALL
    SELECT k.fence, k.worker_id, 'started', NULL, NULL, NULL, NULL, k.claimed_at, NULL WHERE k.state = 'leased'
  ) a
)`
