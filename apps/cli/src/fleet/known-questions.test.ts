import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoBenchmark } from '@cges-fleet/formats'
import { expect, it } from 'vitest'
import { aboutUnknown, type KnownQuestions, knownQuestions, requireKnown } from './known-questions.js'

const demo = demoBenchmark()
const SIMULATED = { kind: 'simulated', timeScale: 0, makesUp: false } as const
const MAKING_UP = { ...SIMULATED, makesUp: true }
const some: KnownQuestions = { questions: demo.questions.slice(0, 100), answers: null }
const none: KnownQuestions = { questions: [{ question: 'Something else?' }], answers: null }

it('counts what nobody knows, and says what becomes of it', () => {
  expect(aboutUnknown(demo, SIMULATED, some)).toMatch(
    /140 of the 240 questions of benchmark demo\. Those questions will fail/u,
  )
  expect(aboutUnknown(demo, MAKING_UP, some)).toMatch(/140 of the 240 .* invents them, so accuracy means nothing$/u)
  expect(aboutUnknown(demo, SIMULATED, none)).toMatch(/240 of the 240 .*All of them will fail$/u)
})

it('says nothing where all are known, or a model answers', async () => {
  expect(aboutUnknown(demo, SIMULATED, await knownQuestions(SIMULATED))).toBeNull()
  expect(await knownQuestions({ kind: 'servers', urls: [], settings: {} })).toBeNull()
  expect(aboutUnknown(demo, { kind: 'servers', urls: [], settings: {} }, null)).toBeNull()
})

it('refuses a demonstration of which nothing is known, unless answers may be made up', () => {
  expect(() => requireKnown(demo, SIMULATED, none)).toThrow('has answers to none of its 240 questions')
  expect(() => requireKnown(demo, SIMULATED, some)).not.toThrow()
  expect(() => requireKnown(demo, MAKING_UP, none)).not.toThrow()
})

it.each([
  ['\n{"id": "a"}\n', /scenario\.jsonl, line 2: question: is missing, expected/u],
  ['hello\n', /scenario\.jsonl, line 1: not JSON: it begins with "hello"/u],
  ['[{"id": 3}]', /scenario\.jsonl: \[0\]\.id: is the number 3, expected/u],
])('names the place and the value in questions that cannot be read: %j', async (text, message) => {
  const folder = mkdtempSync(join(tmpdir(), 'cges-scenario-'))
  try {
    const scenario = join(folder, 'scenario.jsonl')
    writeFileSync(scenario, text)
    await expect(knownQuestions({ ...SIMULATED, scenario })).rejects.toThrow(message)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
