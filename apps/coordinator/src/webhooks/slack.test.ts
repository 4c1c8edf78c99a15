import type { WebhookEvent } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { slackBody } from './slack.js'

const ID = '0195b6a2-3e51-7c9a-8f10-2d6b7a4c9e01'

const DONE: WebhookEvent = {
  type: 'evaluation.ended',
  id: ID,
  link: `https://fleet.example/evaluations/${ID}`,
  evaluation: {
    id: ID,
    name: 'GSM8K',
    status: 'done',
    incomplete: false,
    reason: null,
    benchmark: 'gsm8k',
    model: 'm',
    answeredBy: 'model',
    createdAt: '2026-01-31T10:00:00Z',
    endedAt: '2026-01-31T11:00:00Z',
    samplesDrawn: 300,
    digest: null,
    trials: { total: 20, closed: 20, blocked: 0 },
  },
  best: { method: 'asc-beta@16', accuracy: 0.786, trials: 20, calls: 11.567, savedAgainstSc: 0.277, tokens: null },
  alarm: null,
}

const changed = (evaluation: Partial<WebhookEvent['evaluation']>, changes: Partial<WebhookEvent> = {}) =>
  textOf({ ...DONE, link: null, best: null, ...changes, evaluation: { ...DONE.evaluation, ...evaluation } })

function textOf(message: Parameters<typeof slackBody>[0]): string {
  const body = JSON.parse(slackBody(message))
  expect(Object.keys(body)).toEqual(['text'])
  return body.text
}

it('says an end with what is best, and a link', () => {
  expect(textOf(DONE)).toBe(
    `GSM8K is done, with 20 of 20 questions finished and asc-beta@16 the most accurate: 78.6 % at 11.57 calls a question. <https://fleet.example/evaluations/${ID}>`,
  )
})

it.each([
  ['cancelled', 'GSM8K is cancelled, with 7 of 20 questions finished.'],
  ['budget_stopped', 'GSM8K is budget-stopped, with 7 of 20 questions finished. Its cap of 500 calls is reached.'],
  ['failed', 'GSM8K failed, with 7 of 20 questions finished.'],
  ['decided', 'GSM8K is decided, with 7 of 20 questions finished.'],
] as const)('says that it is %s', (status, text) => {
  const cap = { kind: 'calls_cap', counts: { cap: 500 }, why: null }
  const reason = status === 'budget_stopped' ? cap : null
  expect(changed({ status, reason, trials: { total: 20, closed: 7, blocked: 0 } })).toBe(text)
})

it('says no done without the questions that failed', () => {
  expect(changed({ trials: { total: 20, closed: 17, blocked: 3 } })).toBe(
    'GSM8K is incomplete: 3 of 20 failed, with 17 of 20 questions finished.',
  )
})

it('says that it is stuck, and why', () => {
  const reason = { kind: 'rounds_fail', counts: { failures: 3 }, why: 'a fault' }
  const trials = { total: 20, closed: 7, blocked: 0 }
  expect(changed({ status: 'stuck', reason, trials }, { type: 'evaluation.stuck' })).toBe(
    'GSM8K is stuck, with 7 of 20 questions finished. 3 of its rounds failed in a row, the last with: a fault.',
  )
})

it('says an alarm', () => {
  const alarm = { kind: 'order', server: null, at: 60 } as const
  expect(changed({ status: 'running' }, { type: 'evaluation.alarm', alarm })).toBe(
    'GSM8K raised an alarm after 60 questions.',
  )
})

it('says a test', () => {
  const test = { type: 'webhook.test', id: ID, link: null, webhook: 'chat', team: 'research' } as const
  expect(textOf(test)).toBe('Team research tests the webhook chat. Nothing has happened.')
})

it('escapes what Slack reads as markup', () => {
  expect(changed({ name: '<!channel> R&D' })).toBe(
    '&lt;!channel&gt; R&amp;D is done, with 20 of 20 questions finished.',
  )
})

it.each(['x', '&', '🙂'])('cuts a sentence at 3,000 characters, within no escape and no character: %s', (letter) => {
  const text = changed({ name: letter.repeat(4000) }, { link: 'https://fleet.example/' })
  expect(text).toMatch(/… <https:\/\/fleet\.example\/>$/)
  const sentence = text.slice(0, text.indexOf('…'))
  expect(sentence.length).toBeLessThan(3000)
  expect(sentence.length).toBeGreaterThan(2990)
  const whole = letter === '&' ? '&amp;' : letter
  expect(sentence.replaceAll(whole, '')).toBe('')
})
