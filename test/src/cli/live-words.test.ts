import type { ClaimedDraw } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { drawn, questions, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { cges } from './run-cges.js'

const api = useApi()

/** Right but where the number holds a five. */
const model = ({ question }: ClaimedDraw) => drawn(question.replaceAll(/\D|5/gu, ''))

const LIVE = /so far|will end|while it runs|ends \d/u
const FINAL = /95 %|\d – \d|~\d|if stopped now/u

it('never tells a running accuracy in the words of a final one, nor the other way round', async () => {
  const { db, url } = api()
  const id = await submit(db, { methods: ['sc@2', 'sc@1'], benchmark: { name: 'sixty', questions: questions(60) } })
  const report = async () => {
    const command = cges(['report', id, '--api', url])
    expect(await command.code, command.err()).toBe(0)
    return command.out()
  }
  expect(await report()).toContain('will end between 0.0 and 100.0 %')
  await round(db, id)
  await landAll(db, model)
  await round(db, id)
  const running = await report()
  expect(running).toMatch(
    /sc@1 +so far \d+\.\d %, will end between \d+\.\d and \d+\.\d % \(first \d+ of 60 questions\)/u,
  )
  expect(running).not.toMatch(FINAL)
  const watched = cges(['watch', id, '--api', url])
  await watched.says(' · live · ')
  while ((await landAll(db, model)) > 0) await round(db, id)
  expect(await watched.code, watched.err()).toBe(0)
  const final = await report()
  expect(final).toMatch(/sc@1 +75\.0 % +62\.8 % – 84\.2 %/u)
  expect(final).not.toMatch(LIVE)
  expect(watched.out()).toMatch(/sc@1 +75\.0 % +62\.8 % – 84\.2 %/u)
  const lines = watched.out().split('\n')
  const live = lines.slice(
    0,
    lines.findIndex((line) => line.includes('— done')),
  )
  expect(live[0]).toMatch(
    /^an evaluation — SIMULATED · live · \d+\/60 questions finished · (This pool has no worker|sc@2 (so far|ends))/u,
  )
  expect(new Set(live).size).toBe(live.length)
  expect(live.filter((line) => FINAL.test(line) || !line.includes(' · live · ') || line.length > 100)).toEqual([])
})
