import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cges } from './run-cges.js'

it('serves a simulated model until it is told to stop', async () => {
  const sim = cges(['sim', '--port', '0', '--model', 'trial-model', '--time-scale', '0'])
  await sim.says('listening')
  const { listening } = JSON.parse(sim.out())
  const models = await (await fetch(`${listening}/v1/models`)).json()
  expect(models.data).toMatchObject([{ id: 'trial-model', owned_by: 'cges-fleet-simulator' }])
  sim.process.kill('SIGINT')
  expect(await sim.code).toBe(0)
  await expect(fetch(`${listening}/v1/models`)).rejects.toThrow()
})

it.each([
  ['refuses a question it does not know', [], 400],
  ['makes an answer up if it may', ['--make-up-answers'], 200],
])('%s', async (_, options, status) => {
  const sim = cges(['sim', '--port', '0', '--time-scale', '0', ...options])
  await sim.says('listening')
  const { listening } = JSON.parse(sim.out())
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'What is 2 + 2?' }] })
  const answer = await fetch(`${listening}/v1/chat/completions`, { method: 'POST', headers, body })
  expect(answer.status).toBe(status)
  sim.process.kill('SIGINT')
  expect(await sim.code).toBe(0)
})

it('serves the tiny model under its own name', async () => {
  const sim = cges(['sim', '--port', '0', '--mode', 'tiny'])
  await sim.says('listening')
  const { listening } = JSON.parse(sim.out())
  const models = await (await fetch(`${listening}/v1/models`)).json()
  expect(models.data).toMatchObject([{ id: 'tiny-counter', owned_by: 'cges-fleet-tiny', max_model_len: 512 }])
  expect(await (await fetch(`${listening}/version`)).json()).toEqual({ version: 'tiny-llama-0.1.0' })
  const headers = { 'content-type': 'application/json' }
  const question = { role: 'user', content: 'A counter modulo 10 shows 1. Ana +2, Ben +3. What does it show last?' }
  const body = JSON.stringify({ messages: [question], temperature: 0 })
  const answer = await (await fetch(`${listening}/v1/chat/completions`, { method: 'POST', headers, body })).json()
  expect(answer.choices[0].message.content).toMatch(/Ana \+2: 3\.\n\n\w+ Ben \+3: 6\.\n\n\\boxed\{6\}$/)
  sim.process.kill('SIGINT')
  expect(await sim.code).toBe(0)
})

it('says which setting is wrong', async () => {
  const sim = cges(['sim', '--slots', 'many'])
  expect(await sim.code).toBe(1)
  expect(sim.err()).toContain("option '--slots <n>' argument 'many' is invalid. must be a whole number from 1")
  expect(sim.err()).not.toMatch(/^\s+at /m)
})

it('says in a line what is wrong with questions, however many lack it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cges-sim-'))
  const scenario = join(folder, 'questions.jsonl')
  const rows = Array.from({ length: 60 }, (_, at) =>
    JSON.stringify({ id: `q${at}`, question: `${at} + 1?`, answer: '1' }),
  )
  writeFileSync(scenario, rows.join('\n'))
  const sim = cges(['sim', '--port', '0', '--scenario', scenario])
  expect(await sim.code).toBe(1)
  expect(sim.err().trim().split('\n')).toEqual([
    expect.stringMatching(
      /questions\.jsonl, line 1: distractors: is missing, expected a list\. Every question needs id, question, answer, distractors .* and difficulty/u,
    ),
  ])
  rmSync(folder, { recursive: true })
})
