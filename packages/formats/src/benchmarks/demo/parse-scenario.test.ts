import { expect, it } from 'vitest'
import { demoScenario } from './demo-benchmark.js'
import { parseScenario } from './parse-scenario.js'

const questions = demoScenario().slice(0, 3)
const lines = questions.map((question) => JSON.stringify(question))

it.each([
  ['a line each', lines.join('\n')],
  ['as Windows writes them, with blank lines', `\uFEFF\r\n${lines.join('\r\n\r\n')}\r\n`],
  ['as a list', JSON.stringify(questions, null, 2)],
])('reads questions %s', (_, text) => {
  expect(parseScenario('s.jsonl', text)).toEqual({ ok: true, value: questions })
})

const changed = (change: object) => JSON.stringify({ ...questions[0], ...change })

it.each([
  [changed({ distractors: undefined }), 's.jsonl, line 3: distractors: is missing, expected a list.'],
  [changed({ distractors: 'four' }), 's.jsonl, line 3: distractors: is the text "four", expected a list.'],
  [changed({ difficulty: 0 }), 's.jsonl, line 3: difficulty: is the number 0, expected more than 0.'],
  [changed({ difficulty: 1 }), 's.jsonl, line 3: difficulty: is the number 1, expected less than 1.'],
  ['id,question', 's.jsonl, line 3: not JSON: it begins with "id,question".'],
])('names the line, what it holds and what is expected, once: %j', (line, said) => {
  const text = [lines[0], '', ...Array.from({ length: 300 }, () => line)].join('\n')
  const parsed = parseScenario('s.jsonl', text)
  expect(parsed).toEqual({ ok: false, problem: expect.stringContaining(said) })
  expect(parsed).toEqual({
    ok: false,
    problem: expect.stringMatching(/^.{1,250} id, question, answer, distractors .* difficulty .*$/u),
  })
})

it.each([
  ['[{"id": 3}]', 's.json: [0].id: is the number 3, expected text.'],
  ['[]', 's.json: is an empty list'],
  [' \n', 's.json holds no question.'],
])('says what is wrong with a list or an empty file: %j', (text, said) => {
  expect(parseScenario('s.json', text)).toEqual({ ok: false, problem: expect.stringContaining(said) })
})
