import { deflateRawSync } from 'node:zlib'
import type { AnswerTier } from '@cges-fleet/answers'
import type { Benchmark, ImportedSample, Until } from '@cges-fleet/core'
import {
  type ClaimedDraw,
  type DataSource,
  type DrawnSample,
  endAttempt,
  endWebhookTest,
  enterWebhooks,
  LOCAL_TEAM,
  type NewEvaluation,
  queueWebhookTest,
  takeDeliveries,
  takeWebhookTests,
  type TeamId,
} from '@cges-fleet/db'
import { claim, drawn, questions, redraw, round, select, selectOne, submit } from './evaluation-rows.js'
import { landAll } from './landed-samples.js'

/** Keys. */
export const COMPARED_METHODS = ['sc@4', 'esc:answerFrom=plurality,window=2@4', 'asc-beta:threshold=0.95@4']

interface ComparedWanted {
  readonly benchmark: string
  readonly questions: number
  readonly seed: number
  readonly replicates?: number
  /** Of the benchmark's questions only so many; all unless given. */
  readonly taken?: number
  /** A model that errs more. */
  readonly wrongMore?: boolean
  readonly suite?: string
  readonly name?: string
  /** What ends it early. */
  readonly until?: Until
  /** How far it gets; to its end unless given. */
  readonly rounds?: number
}

/** Draws and decides an evaluation whose answers follow its seed, so that several of one benchmark differ; gives its id. */
export async function comparedEvaluation(db: DataSource, wanted: ComparedWanted): Promise<string> {
  const { benchmark, seed, replicates = 1, wrongMore = false, taken = wanted.questions, rounds = 80 } = wanted
  const id = await submit(db, {
    methods: COMPARED_METHODS,
    benchmark: { name: benchmark, title: benchmark, questions: questions(wanted.questions) },
    changes: {
      seed,
      replicates,
      questions: taken,
      suite: wanted.suite ?? null,
      name: wanted.name ?? `seed ${seed}`,
      ...(wanted.until === undefined ? {} : { until: wanted.until }),
    },
  })
  for (let count = 0; count < rounds; count += 1) {
    await round(db, id)
    const landed = await landAll(db, (sample) => {
      const digits = sample.question.replaceAll(/\D/g, '')
      const isWrong = Math.imul(sample.seed, 2_654_435_761) >>> 16 < (wrongMore ? 38_000 : 26_000)
      return drawn(isWrong ? `wrong ${sample.seed % 2}` : digits, { completionTokens: 10 + (sample.seed % 5) })
    })
    if (landed === 0) break
  }
  return id
}

interface ComparedVerdict {
  readonly questionId: string
  readonly replicate: number
  readonly method: string
  readonly calls: number
  readonly right: boolean
}

/** Every verdict of an evaluation, right where its answer is the reference answer's. */
export function verdictsOf(db: DataSource, id: string): Promise<ComparedVerdict[]> {
  return select<ComparedVerdict>(
    db,
    `SELECT t.question_id AS "questionId", t.replicate, v.method_key AS method, v.calls,
            coalesce(v.answer_key = g.answer_key, false) AS right
     FROM verdict v JOIN trial t ON t.id = v.trial_id JOIN evaluation e ON e.id = t.evaluation_id
     JOIN gold g ON g.benchmark_id = e.benchmark_id AND g.position = t.position WHERE v.evaluation_id = $1`,
    [id],
  )
}

export const QUESTIONED_METHODS = ['sc@16', 'esc:window=4@16', 'asc-beta@16', 'cges:confidence=lns-arith,gamma=0.95@16']

/** Questions that something happened to, by their number. */
export const HAPPENED = { truncated: 5, redrawn: 7, blocked: 9, silent: 11, slow: 13, hostile: 3 } as const

interface Drawing {
  readonly questions?: number
  readonly team?: TeamId
  readonly methods?: readonly string[]
  readonly benchmark?: Partial<Benchmark>
  readonly changes?: Partial<NewEvaluation>
  /** What a model writes that wants to be taken for more than text. */
  readonly hostile?: string
  /** Leaves no trial blocked: one of so few would keep methods from being compared. */
  readonly whole?: boolean
}

/** Draws and decides an evaluation on which methods differ, err, stop early and are blocked; gives its id once it is done. */
export async function questionedEvaluation(db: DataSource, drawing: Drawing = {}): Promise<string> {
  const { questions = 60, methods = QUESTIONED_METHODS, hostile = 'plain', whole = false } = drawing
  const content = Array.from({ length: questions }, (_, i) => ({
    id: `q-${i}`,
    question: i === HAPPENED.hostile ? `Which number is ${i}? ${hostile}` : `Which number is ${i}?`,
    answer: `${i}`,
  }))
  const id = await submit(db, {
    methods,
    ...(drawing.team === undefined ? {} : { team: drawing.team }),
    benchmark: { name: 'asked', questions: content, ...drawing.benchmark },
    ...(drawing.changes === undefined ? {} : { changes: drawing.changes }),
  })
  for (let at = 0, redrawn = false; at < 100 + questions; at++) {
    const { status } = await selectOne<{ status: string }>(db, `SELECT status FROM evaluation WHERE id = $1`, [id])
    if (status === 'done') return id
    await round(db, id)
    redrawn ||= await redrawOne(db, id)
    await landAll(db, (sample) => answered(sample, { hostile, whole }))
  }
  throw new Error(`evaluation ${id} does not end`)
}

/** Says whether there was anything to draw again. */
async function redrawOne(db: DataSource, id: string): Promise<boolean> {
  const [ref] = await select<{ callId: string }>(
    db,
    `SELECT k.id AS "callId" FROM call k JOIN trial t ON t.id = k.trial_id
     WHERE t.evaluation_id = $1 AND t.position = $2 AND k.state = 'pending' ORDER BY k.index LIMIT 1`,
    [id, HAPPENED.redrawn],
  )
  if (ref === undefined) return false
  const sample = await claim(db, ref)
  await redraw(db, sample, { reason: 'the model server was away', unclear: false, backOffMs: 0 })
  return true
}

type Answering = Required<Pick<Drawing, 'hostile' | 'whole'>>

/** The same question and index always get the same: harder questions more wrong answers, some of them sure of themselves. */
function answered({ question, index }: ClaimedDraw, { hostile, whole }: Answering): DrawnSample {
  const number = Number(/\d+/.exec(question)?.[0])
  if (number === HAPPENED.truncated && index === 1)
    return drawn(null, { outcome: 'truncated', finishReason: 'length', body: bodyOf('on and on') })
  if (!whole && number === HAPPENED.blocked && index === 2)
    return drawn(null, { outcome: 'infra_error', error: 'the model server was away', body: null })
  if (number === HAPPENED.silent) return drawn(null, { body: bodyOf('I cannot say.') })
  if (number === HAPPENED.hostile && index % 3 === 1) return drawn(hostile.slice(0, 500), { body: bodyOf(hostile) })
  const draw = (number * 7919 + index * 104_729 + ((number * index) % 13) * 31) % 100
  const right = draw >= (number % 10) * 9
  const confidence = right ? 0.55 + (draw % 40) / 100 : 0.35 + (draw % 55) / 100
  const answer = right ? `${number}` : `${number + 1 + (draw % 2)}`
  return drawn(answer, {
    ...(number === HAPPENED.slow && index === 1 ? { totalMs: 60 } : {}),
    signals: { 'lns-arith': confidence, 'lns-geom': confidence - 0.05 },
    body: bodyOf(`I think it is \\boxed{${answer}}`),
  })
}

const LOGPROBS = Float32Array.from([-0.01, -0.5, -2.3, -Infinity, -0.05])
const IDS = Int32Array.from([11, 22, 33, 44, 55])

function bodyOf(text: string): DrawnSample['body'] {
  return { text, reasoning: null, tokenIds: packed(IDS), logprobs: packed(LOGPROBS) }
}

function packed(values: Float32Array | Int32Array): Buffer {
  return deflateRawSync(Buffer.from(values.buffer, values.byteOffset, values.byteLength))
}

/** Of every family, those that score their answers, abstain and vote by confidence among them. */
const SETTLED_METHODS = [
  'sc@16',
  'sc@4',
  'esc:window=4@16',
  'asc-beta@16',
  'asc-beta:abstainBelow=0.9,threshold=0.9@16',
  'cges:confidence=lns-arith,gamma=0.95@16',
  'cges:confidence=lns-geom,gamma=0.99@16',
  'voi@16',
  'mmc@16',
  'cite@16',
  'doubling@16',
  'reasc:confidence=lns-arith,gate=0.95,mean=0.85,spread=0.08@16',
  'cisc:confidence=lns-arith@16',
]

/** Draws and decides an evaluation with no trial blocked, whose webhook has refused once to be told of its end. */
export async function settledEvaluation(db: DataSource): Promise<string> {
  await enterWebhooks(db, [{ name: 'ci', host: 'ci.example', teams: null }])
  const id = await questionedEvaluation(db, {
    methods: SETTLED_METHODS,
    benchmark: { name: 'settled', title: 'Settled' },
    changes: { name: 'all rules on one stream of samples', notify: 'ci' },
    whole: true,
  })
  for (const of of await takeDeliveries(db, 10)) {
    await endAttempt(db, of, { kind: 'failed', error: 'ci.example answered 503', retryInSeconds: 240 })
  }
  await failedWebhookTest(db, 'ci')
  return id
}

/** A test of a webhook whose receiver answered that it cannot. */
async function failedWebhookTest(db: DataSource, webhook: string): Promise<void> {
  await queueWebhookTest(db, LOCAL_TEAM, webhook)
  for (const { id } of await takeWebhookTests(db, 10))
    await endWebhookTest(db, id, { status: 503, tookMs: 48, failure: 'status', detail: null })
}

/** Verdicts of a rule of somebody's own on those samples: three of them, whatever they are. */
export function externalVerdicts(questions: number): object {
  const verdicts = Array.from({ length: questions }, (_, i) => ({
    questionId: `q-${i}`,
    replicate: 0,
    calls: 3,
    answer: null,
  }))
  return { name: 'three-and-no-answer', budget: 16, verdicts }
}

/** Samples read by one tier, so many right and so many wrong; or samples without an answer. */
export type Readings =
  | { readonly tier: AnswerTier | null; readonly right?: number; readonly wrong?: number }
  | { readonly none: number }

interface One {
  readonly tier: AnswerTier | null
  /** Null if there is no answer. */
  readonly right: boolean | null
}

const SAMPLES_EACH = 4

/** Samples of a log read in the ways given, in that order, four to a question that is answered with its own number. */
export function importedReadings(readings: readonly Readings[]): ImportedSample[] {
  const each = readings.flatMap((of): One[] => {
    if ('none' in of) return times(of.none, { tier: null, right: null })
    return [
      ...times(of.right ?? 0, { tier: of.tier, right: true }),
      ...times(of.wrong ?? 0, { tier: of.tier, right: false }),
    ]
  })
  return each.map(({ tier, right }, place) => {
    const question = Math.floor(place / SAMPLES_EACH)
    return {
      questionId: `q-${question}`,
      index: place % SAMPLES_EACH,
      outcome: right === null ? 'no_answer' : 'answer',
      answer: right === null ? null : right ? `${question}` : 'wrong',
      answerTier: tier,
      text: null,
      signals: null,
      finishReason: 'stop',
      promptTokens: 1,
      completionTokens: 2,
      seed: null,
      error: null,
    }
  })
}

function times<Value>(count: number, value: Value): Value[] {
  return Array.from({ length: count }, () => value)
}
