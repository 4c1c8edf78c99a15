import { deflateRawSync } from 'node:zlib'
import type { Benchmark } from '@cges-fleet/core'
import type { ClaimedDraw, DataSource, DrawnSample, NewEvaluation, TeamId } from '@cges-fleet/db'
import { claim, drawn, redraw, round, select, selectOne, submit } from './evaluation-rows.js'
import { landAll } from './land-all.js'

export const QUESTIONED_METHODS = ['sc@16', 'esc:window=4@16', 'asc-beta@16', 'cges:confidence=lns-arith,gamma=0.95@16']

/** Questions that something happened to, by their number. */
export const HAPPENED = { truncated: 5, redrawn: 7, blocked: 9, silent: 11, slow: 13, hostile: 3 } as const

export interface Drawing {
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
  const asked = Array.from({ length: questions }, (_, i) => ({
    id: `q-${i}`,
    question: i === HAPPENED.hostile ? `Which number is ${i}? ${hostile}` : `Which number is ${i}?`,
    answer: `${i}`,
  }))
  const id = await submit(db, {
    methods,
    ...(drawing.team === undefined ? {} : { team: drawing.team }),
    benchmark: { name: 'asked', questions: asked, ...drawing.benchmark },
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
