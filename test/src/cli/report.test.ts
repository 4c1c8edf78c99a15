import { SampleReadings } from '@cges-fleet/core'
import { type ClaimedDraw, ensurePool } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { drawn, questions, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { cges } from './run-cges.js'

const api = useApi()

async function report(id: string, ...options: string[]): Promise<string> {
  const command = cges(['report', id, ...options, '--api', api().url])
  expect(await command.code, command.err()).toBe(0)
  return command.out()
}

function model({ index, question }: ClaimedDraw) {
  if (index === 0) return drawn(null, { outcome: 'truncated' })
  if (index === 1) return drawn('wrong', { answerTier: 'last' })
  return drawn(question.replaceAll(/\D/gu, ''), { answerTier: 'marked' })
}

it('tells by which tier answers were read: a table for people, the same for programs, a warning where it is in doubt', async () => {
  const { db } = api()
  // A simulator's answers are invented: how they were read is in no doubt.
  await ensurePool(db, 'gpu', { model: 'm', provenance: 'model' })
  const benchmark = { name: 'tiers', questions: questions(25) }
  const id = await submit(db, { methods: ['sc@4'], benchmark, changes: { pool: 'gpu' } })
  expect(await report(id)).not.toContain('how answers were read')
  for (let count = 0; count < 20; count += 1) {
    await round(db, id)
    if ((await landAll(db, model)) === 0) break
  }
  const text = await report(id)
  const rows = text.split('\n').map((line) => line.replaceAll(/ {2,}/gu, ' | '))
  expect(rows).toContain('how answers were read | samples | share | accuracy')
  expect(rows).toContain('marked: in a box, or behind the format’s own marker | 50 | 50.0 % | 100.0 %')
  expect(rows).toContain('stated: named in words as the answer | 0 | 0.0 % | —')
  expect(rows).toContain('last: merely the last number, date, letter or phrase that fits | 25 | 25.0 % | 0.0 %')
  expect(rows).toContain('truncated | 25 | 25.0 %')
  expect(text).not.toContain('not known')
  expect(text).toContain('warning: 33.3 % of the answers were read only as the last one')
  expect(text).toContain('right in 0.0 % of samples, the others in 100.0 %')
  const { readings, digest } = JSON.parse(await report(id, '--json')) as { readings: object; digest: string }
  const { samples, tiers } = SampleReadings.parse(readings)
  expect([samples, digest]).toEqual([100, expect.stringMatching(/^[0-9a-f]{64}$/u)])
  expect(tiers.find(({ tier }) => tier === 'last')).toMatchObject({ samples: 25, graded: 25, accuracy: 0 })
})
