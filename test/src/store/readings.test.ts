import { type AnswerTier, GRADING_VERSION } from '@cges-fleet/answers'
import { summariseReadings } from '@cges-fleet/statistics'
import { type ClaimedDraw, type DrawnSample, LOCAL_TEAM, selectReadings, requestRegrade } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, otherTeam, questions, round, select, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()
const LATER = GRADING_VERSION + 1

const by = (answerTier: AnswerTier | null, answer: string) => drawn(answer, { answerTier })
const ended = (outcome: DrawnSample['outcome']) => drawn(null, { outcome })

/** The samples of three questions, by index; question `i` is answered with `i`. */
const DRAWN: readonly (readonly DrawnSample[])[] = [
  [by('marked', '0'), by('stated', '0'), by('last', 'x'), by(null, '0')],
  [by('marked', '1'), by('last', '1'), ended('no_answer'), ended('truncated')],
  [by('stated', '9'), by('last', '8'), ended('declined'), ended('infra_error')],
]

async function evaluated(samples = DRAWN, rounds = 20): Promise<string> {
  const db = database()
  const id = await submit(db, { methods: ['sc@4'], benchmark: { questions: questions(samples.length) } })
  for (let count = 0; count < rounds; count++) {
    await round(db, id)
    const model = ({ index, question }: ClaimedDraw) =>
      samples[Number(question.replaceAll(/\D/gu, ''))]?.[index] ?? ended('infra_error')
    if ((await landAll(db, model)) === 0) break
  }
  return id
}

async function readingsOf(evaluationId: string, graded = true, team = LOCAL_TEAM) {
  const readings = summariseReadings(await selectReadings(database(), team, { evaluationId, graded }))
  return {
    samples: readings.samples,
    tiers: readings.tiers.map(({ tier, samples, accuracy }) => [tier, samples, accuracy]),
    without: readings.without.map(({ samples }) => samples),
  }
}

const BY_HAND = {
  samples: 11,
  tiers: [
    ['marked', 2, 1],
    ['stated', 2, 0.5],
    ['last', 3, 1 / 3],
    [null, 1, 1],
  ],
  without: [1, 1, 1],
}

it('counts by tier what was read and what of it is right, of this evaluation and team alone', async () => {
  const db = database()
  const id = await evaluated()
  const other = await evaluated([[by('last', '0'), by('last', '0'), by('last', '0'), by('last', '0')]])
  expect(await readingsOf(id)).toEqual(BY_HAND)
  expect((await readingsOf(other)).tiers[2]).toEqual(['last', 4, 1])
  expect(await readingsOf(id, true, await otherTeam(db))).toMatchObject({ samples: 0 })
})

it('tells no accuracy unless asked, the same counts otherwise', async () => {
  const id = await evaluated()
  const tiers = BY_HAND.tiers.map(([tier, samples]) => [tier, samples, null])
  expect(await readingsOf(id, false)).toEqual({ ...BY_HAND, tiers })
})

it('goes by the grades the evaluation was graded with, though another has raised those of the benchmark since', async () => {
  const id = await evaluated()
  await database().query(
    `INSERT INTO answer_grade (team_id, benchmark_id, position, answer_key, grading_version, correct)
     SELECT team_id, benchmark_id, position, answer_key, grading_version + 1, NOT correct FROM answer_grade`,
  )
  expect(await readingsOf(id)).toEqual(BY_HAND)
})

it('shows the latest reading of what was read again, which stores the tier also where it alone is new', async () => {
  const db = database()
  // What is stored was read otherwise than the boxes in the texts: without a tier, by another, as another answer, alike.
  const { body } = drawn('0')
  const id = await evaluated([
    [by(null, '0'), by('last', '0'), drawn('7', { answerTier: 'stated', body }), by('marked', '0')],
    [by('last', '1'), drawn('1', { answerTier: 'stated', body: null }), ended('truncated'), ended('no_answer')],
  ])
  expect(await readingsOf(id)).toMatchObject({
    tiers: [
      ['marked', 1, 1],
      ['stated', 2, 0.5],
      ['last', 2, 1],
      [null, 1, 1],
    ],
  })
  expect(await requestRegrade(db, LOCAL_TEAM, id, LATER)).toEqual({ kind: 'asked' })
  await round(db, id)
  expect(await readingsOf(id)).toEqual({
    samples: 8,
    tiers: [
      ['marked', 5, 1],
      ['stated', 1, 1],
      ['last', 0, null],
      [null, 0, null],
    ],
    without: [1, 1, 0],
  })
  const again = `SELECT s.index, r.answer_tier AS tier FROM regraded_sample r JOIN sample s USING (trial_id, index)
                 JOIN trial t ON t.id = s.trial_id WHERE t.position = 0 ORDER BY 1`
  expect(await select(db, again)).toEqual([0, 1, 2].map((index) => ({ index, tier: 'marked' })))
})

it('refuses a tier that is none of the three', async () => {
  const db = database()
  await evaluated()
  await expect(db.query(`UPDATE sample SET answer_tier = 'guessed'`)).rejects.toThrow('sample_answer_tier_check')
})
