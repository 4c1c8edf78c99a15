import { createHash } from 'node:crypto'
import { type DigestEntry, digestLine } from '@cges-fleet/core'
import { type DataSource, transaction, verdictDigest } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, round, select, selectOne, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

/** The digest on another road: rows read by SQL, lines written by core, sorted as bytes by Node. */
async function independentDigest(db: DataSource, id: string): Promise<string> {
  const entries = await select<DigestEntry>(
    db,
    `SELECT t.question_id AS "questionId", t.replicate, v.method_key AS "methodKey", v.calls,
            v.answer_key AS "answerKey", v.reason
     FROM verdict v JOIN trial t ON t.id = v.trial_id WHERE v.evaluation_id = $1`,
    [id],
  )
  const lines = entries.map((entry) => Buffer.from(digestLine(entry))).toSorted((a, b) => Buffer.compare(a, b))
  return createHash('sha256').update(Buffer.concat(lines)).digest('hex')
}

const digestOf = (db: DataSource, id: string) => transaction(db, (tx) => verdictDigest(tx, id))

const AWKWARD = [
  'plain',
  '"quoted" and \'single\'',
  'back\\slash \\n \\u0041 \\"',
  'line\nbreak\r\ttab',
  '\b\f\v\u0001\u001F\u007F\u0080\u009F',
  'é e\u0301 ß ﬁ 漢字 \u{1F600} \u{10FFFF}',
  '\u2028\u2029\u200B\uFEFF\uFFFD',
  '</script> & / {} [] null',
  ' ',
  'Z z _ - ~ ÿ',
]

it('hashes awkward questions and answers as core writes them', async () => {
  const db = database()
  const questions = AWKWARD.map((text, i) => ({ id: `${text} ${i}`, question: `${i}`, answer: 'x' }))
  const id = await submit(db, {
    methods: ['sc@1', 'cges:confidence=lns-arith,gamma=0.5@3', 'esc:answerFrom=window,window=2@3'],
    benchmark: { questions: [...questions, { id: 'none', question: 'none', answer: 'x' }] },
    changes: { replicates: 2 },
  })
  for (let landed = -1; landed !== 0;) {
    await round(db, id)
    landed = await landAll(db, ({ question }) => drawn(AWKWARD[Number(question)] ?? null))
  }
  const row = await selectOne<{ status: string; digest: string }>(db, 'SELECT status, digest FROM evaluation')
  expect(row.status).toBe('done')
  expect(await selectOne(db, 'SELECT count(*)::int AS n FROM verdict')).toEqual({ n: 66 })
  expect(await selectOne(db, 'SELECT count(*)::int AS n FROM verdict WHERE answer_key IS NULL')).toEqual({ n: 6 })
  expect(row.digest).toBe(await independentDigest(db, id))
  expect(await digestOf(db, id)).toBe(row.digest)
})

it('is the hash of nothing where there is no verdict, and of one evaluation alone', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@1'] })
  const nothing = createHash('sha256').digest('hex')
  expect(await digestOf(db, id)).toBe(nothing)
  await round(db, id)
  await landAll(db, () => drawn('1'))
  await round(db, id)
  expect(await digestOf(db, id)).not.toBe(nothing)
  expect(await digestOf(db, await submit(db))).toBe(nothing)
})

it('reads more verdicts than one page holds, the last page full', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@1'] })
  await db.query(
    `INSERT INTO trial (id, team_id, evaluation_id, ordinal, replicate, position, question_id, seed_base)
     SELECT gen_random_uuid(), team_id, id, n, n % 7, 1000 + n, 'q ' || md5(n::text), 0
     FROM evaluation, generate_series(1, 10000) n`,
  )
  await db.query(
    `INSERT INTO verdict (trial_id, method_key, grading_version, team_id, evaluation_id, calls, answer_key, reason)
     SELECT id, key, 1, team_id, evaluation_id, 1 + ordinal % 9, nullif(ordinal % 5, 0)::text, 'budget'
     FROM trial, unnest(ARRAY['sc@1', 'Sc@9']) key`,
  )
  expect(await digestOf(db, id)).toBe(await independentDigest(db, id))
})
