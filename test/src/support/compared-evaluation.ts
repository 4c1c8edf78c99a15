import type { DataSource } from '@cges-fleet/db'
import { drawn, questions, round, select, submit } from './evaluation-rows.js'
import { landAll } from './land-all.js'

/** Keys. */
export const COMPARED_METHODS = ['sc@4', 'esc:answerFrom=plurality,window=2@4', 'asc-beta:threshold=0.95@4']

export interface ComparedWanted {
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
  /** How far it gets; to its end unless given. */
  readonly rounds?: number
}

/** Draws and decides an evaluation whose answers follow its seed, so that several of one benchmark differ; gives its id. */
export async function comparedEvaluation(db: DataSource, wanted: ComparedWanted): Promise<string> {
  const { benchmark, seed, replicates = 1, wrongMore = false, taken = wanted.questions, rounds = 80 } = wanted
  const id = await submit(db, {
    methods: COMPARED_METHODS,
    benchmark: { name: benchmark, title: benchmark, questions: questions(wanted.questions) },
    changes: { seed, replicates, questions: taken, suite: wanted.suite ?? null, name: wanted.name ?? `seed ${seed}` },
  })
  for (let count = 0; count < rounds; count += 1) {
    await round(db, id)
    const landed = await landAll(db, (sample) => {
      const own = sample.question.replaceAll(/\D/g, '')
      const isWrong = Math.imul(sample.seed, 2_654_435_761) >>> 16 < (wrongMore ? 38_000 : 26_000)
      return drawn(isWrong ? `wrong ${sample.seed % 2}` : own, { completionTokens: 10 + (sample.seed % 5) })
    })
    if (landed === 0) break
  }
  return id
}

export interface ComparedVerdict {
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
