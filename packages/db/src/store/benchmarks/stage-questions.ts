import { createHash } from 'node:crypto'
import { answerKey } from '@cges-fleet/answers'
import { type BenchmarkHead, type Question } from '@cges-fleet/core'
import { newId } from '../../new-id.js'
import type { TeamId } from '../../team.js'
import { type Database, query } from '../query.js'
import { Turn } from '../../turn.js'

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
