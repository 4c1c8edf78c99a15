import { createHash } from 'node:crypto'
import { answerKey } from '@cges-fleet/answers'
import type { BenchmarkHead, Question } from '@cges-fleet/core'
import { type Database, type Db, query } from '../connection/query.js'
import { Turn } from '../connection/turns.js'
import { newId, type TeamId } from '../ids.js'

/** A benchmark whose questions are streamed, so that they never need to be in memory all at once. */
export type BenchmarkSource = BenchmarkHead & { readonly questions: Iterable<Question> | AsyncIterable<Question> }

/** Questions that have all arrived and are not visible yet. */
export interface StagedQuestions {
  readonly count: number
  readonly bytes: number
  /** SHA-256 of what is asked and how it is graded. */
  readonly revision: string
}

/** The size of a write buffer, in questions and in characters. */
const MOST_QUESTIONS = 500
const MOST_CHARACTERS = 500_000

/**
 * Stages questions as they arrive, a few at a time, without keeping a transaction open while waiting for the next.
 * Leftovers of uploads whose process died are cleared away.
 */
export async function stageQuestions(
  db: Database,
  team: TeamId,
  upload: string,
  { template, answerKind, questions }: BenchmarkSource,
): Promise<StagedQuestions> {
  await query(db, FORGET_OLD, [team])
  const content = createHash('sha256').update(`[${JSON.stringify(template)},${JSON.stringify(answerKind)},[`)
  const part = new Part((number, rows) => query(db, INSERT_PART, [upload, number, team, rows]))
  const turn = new Turn()
  let count = 0
  let bytes = 0
  for await (const { id, question, answer, choices, rowHash } of questions) {
    content.update(`${count === 0 ? '' : ','}${JSON.stringify([id, question, answer, choices ?? null])}`)
    const key = answerKey(answerKind, answer)
    await part.add(
      JSON.stringify({ position: count, questionId: id, question, choices, rowHash, answer, answerKey: key }),
    )
    bytes += storedBytes({ id, question, answer, choices })
    count += 1
    await turn.pass()
  }
  await part.write()
  return { count, bytes, revision: content.update(']]').digest('hex') }
}

/** Drops staged questions, once they are stored or have been rejected. */
export async function unstageQuestions(db: Database, upload: string): Promise<void> {
  await query(db, `DELETE FROM upload_part WHERE upload_id = $1`, [upload])
}

/** Makes an id for an upload. */
export const newUpload = newId

class Part {
  #rows: string[] = []
  #characters = 0
  #written = 0

  constructor(private readonly store: (part: number, rows: string) => Promise<unknown>) {}

  async add(row: string): Promise<void> {
    this.#rows.push(row)
    this.#characters += row.length
    if (this.#rows.length === MOST_QUESTIONS || this.#characters > MOST_CHARACTERS) await this.write()
  }

  async write(): Promise<void> {
    const rows = this.#rows
    if (rows.length === 0) return
    this.#rows = []
    this.#characters = 0
    await this.store(this.#written++, `[${rows.join(',')}]`)
  }
}

function storedBytes({ id, question, answer, choices }: Question): number {
  return [id, question, answer, ...(choices ?? [])].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

const INSERT_PART = `INSERT INTO upload_part (upload_id, part, team_id, questions) VALUES ($1, $2, $3, $4)`

const FORGET_OLD = `DELETE FROM upload_part WHERE team_id = $1 AND created_at < now() - interval '1 hour'`

/** A team's storage limit leaves no room for more. */
export class StorageFull extends Error {
  constructor(
    /** Stored so far. */
    readonly bytes: number,
    readonly limit: number,
    /** The bytes that were to be added. */
    readonly more: number,
  ) {
    super(`the team stores ${bytes} bytes of ${limit}, and ${more} more do not fit`)
  }
}

/**
 * Adds what a transaction stores to its team's total, in bytes of questions and texts. Throws `StorageFull` if that
 * exceeds the limit. It locks the total, and the team's other writers wait for this transaction: do it last.
 */
export async function takeStorage(tx: Db, team: TeamId, more: number): Promise<void> {
  if (more === 0) return
  const [now] = await query<{ bytes: number; limit: number | null }>(tx, TAKE, [team, more])
  if (now?.limit == null || now.bytes <= now.limit) return
  throw new StorageFull(now.bytes - more, now.limit, more)
}

/** Throws `StorageFull` if a team has no room for so many bytes now: checks early, before they are read at all. */
export async function requireStorage(db: Db, team: TeamId, more: number): Promise<void> {
  const [now] = await query<{ bytes: number; limit: number | null }>(db, LOOK, [team])
  if (now?.limit == null || now.bytes + more <= now.limit) return
  throw new StorageFull(now.bytes, now.limit, more)
}

const TAKE = `
INSERT INTO storage AS s (team_id, bytes) VALUES ($1, $2)
ON CONFLICT (team_id) DO UPDATE SET bytes = s.bytes + EXCLUDED.bytes
RETURNING s.bytes::float8, (SELECT max_stored_bytes::float8 FROM team WHERE id = $1) AS limit`

const LOOK = `
SELECT coalesce(s.bytes, 0)::float8 AS bytes, t.max_stored_bytes::float8 AS limit
FROM team t LEFT JOIN storage s ON s.team_id = t.id WHERE t.id = $1`
