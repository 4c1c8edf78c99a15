import { AuditPage, logEntryWords } from '@cges-fleet/core'
import {
  CancelEvaluation,
  ChangeTeam,
  ExtendEvaluation,
  ListAudit,
  pathOf,
  PauseEvaluation,
  ResumeEvaluation,
  RetryEvaluation,
} from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { submit } from '../support/evaluation-rows.js'
import { useTeams } from './use-teams.js'

const teams = useTeams()

type Command =
  | typeof CancelEvaluation
  | typeof ExtendEvaluation
  | typeof PauseEvaluation
  | typeof ResumeEvaluation
  | typeof RetryEvaluation

const ask = async (command: Command, id: string, body: object = {}) =>
  (await teams().ask('POST', pathOf(command, { path: { id } }), { key: teams().one.keys.member, body })).status

/** What the log says of an evaluation, oldest first. */
async function logOf(id: string): Promise<string[]> {
  const query = { about: 'evaluation' } as const
  const answer = await teams().ask('GET', pathOf(ListAudit, { query }), { key: teams().one.keys.admin })
  const entries = AuditPage.parse(answer.body).entries.filter(({ subject }) => subject === id)
  const by = await teams().keyName(teams().one.keys.member)
  return entries.toReversed().map((entry) => {
    expect(entry).toMatchObject({ keyName: by, team: 'one' })
    return logEntryWords(entry).replace(/^.*\) /u, '')
  })
}

it('logs a command that changed an evaluation, and none that found it so', async () => {
  const { one, db } = teams()
  const id = await submit(db, { team: one.id, benchmark: { name: 'numbers-one' }, methods: ['sc@3'] })
  for (const command of [PauseEvaluation, ResumeEvaluation, RetryEvaluation, ExtendEvaluation]) {
    expect([await ask(command, id), await ask(command, id)]).toEqual([200, 200])
  }
  expect(await logOf(id)).toEqual([`paused evaluation ${id}.`, `resumed evaluation ${id}.`])
  expect(await ask(ExtendEvaluation, id, { budget: 4 })).toBe(200)
  expect(await ask(ExtendEvaluation, id, { budget: 4 })).toBe(200)
  expect([await ask(CancelEvaluation, id), await ask(CancelEvaluation, id)]).toEqual([200, 200])
  expect(await ask(PauseEvaluation, id)).toBe(409)
  expect((await logOf(id)).slice(2)).toEqual([`extended evaluation ${id}.`, `cancelled evaluation ${id}.`])
})

it('logs why an evaluation was paused, resumed and cancelled, if a reason was given', async () => {
  const { one, db } = teams()
  const id = await submit(db, { team: one.id, benchmark: { name: 'numbers-one' }, methods: ['sc@3'] })
  expect(await ask(PauseEvaluation, id, { reason: 'the cards are needed' })).toBe(200)
  expect(await ask(ResumeEvaluation, id, { reason: 'they are free' })).toBe(200)
  expect(await ask(CancelEvaluation, id, { reason: 'a wrong prompt' })).toBe(200)
  expect(await logOf(id)).toEqual([
    `paused evaluation ${id}: “the cards are needed”.`,
    `resumed evaluation ${id}: “they are free”.`,
    `cancelled evaluation ${id}: “a wrong prompt”.`,
  ])
})

it('logs which settings of a team changed, from what to what, and no change that set what was set', async () => {
  const { one, ask: send } = teams()
  const change = async (body: object) =>
    (await send('PATCH', pathOf(ChangeTeam, { path: { team: 'two' } }), { key: one.keys['fleet-admin'], body })).status
  expect(await change({ weight: 3, limits: { tokensPerDay: 2_000_000 }, keep: { finishedDays: 30 } })).toBe(200)
  expect(await change({ weight: 3 })).toBe(200)
  expect(await change({ limits: { tokensPerDay: null }, gateway: { auditShare: 0.25 } })).toBe(200)
  const answer = await send('GET', pathOf(ListAudit), { key: one.keys['fleet-admin'] })
  const changes = AuditPage.parse(answer.body).entries.filter(({ action }) => action === 'team.change')
  expect(changes.map(logEntryWords).map((words) => words.replace(/^.*\) /u, ''))).toEqual([
    'changed team two: tokens a day from 2,000,000 to no limit, share of requests to the gateway that is drawn whole from 0 to 0.25.',
    'changed team two: weight from 1 to 3, tokens a day from no limit to 2,000,000, days until finished evaluations are deleted from never to 30.',
  ])
  expect(changes.at(-1)?.detail).toEqual({
    before: { weight: 1, limits: { tokensPerDay: null }, keep: { finishedDays: null } },
    after: { weight: 3, limits: { tokensPerDay: 2_000_000 }, keep: { finishedDays: 30 } },
  })
})

it('logs no cancellation of an evaluation that had ended by itself', async () => {
  const { evaluation } = teams().one
  expect(await ask(CancelEvaluation, evaluation)).toBe(200)
  expect(await logOf(evaluation)).toEqual([])
})
