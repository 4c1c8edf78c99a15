import { Benchmark, BenchmarkDefinition } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { KNOWN_BENCHMARKS } from './known-benchmarks.js'
import { parseBenchmark } from './parse-questions.js'
import { renderPrompt } from './render-prompt.js'

/** One row of each public dataset with its own field names, and the expected question. */
const ROWS: Record<string, { row: object; id: string; answer: string | RegExp }> = {
  aime24: {
    row: { id: 60, problem: 'p', solution: 's', answer: '204', url: 'u', year: '2024' },
    id: '60',
    answer: '204',
  },
  'math-500': {
    row: {
      problem: 'p',
      solution: 's',
      answer: '\\frac12',
      subject: 'Algebra',
      level: 2,
      unique_id: 'test/algebra/1.json',
    },
    id: 'test/algebra/1.json',
    answer: '\\frac12',
  },
  gsm8k: { row: { question: 'p', answer: '3+4=<<3+4=7>>7\n#### 1,007' }, id: 'q1', answer: '1,007' },
  'mmlu-pro': {
    row: { question_id: 70, question: 'p', options: ['a', 'b', 'c'], answer: 'C', answer_index: 2, category: 'law' },
    id: '70',
    answer: 'C',
  },
  'gpqa-diamond': {
    row: {
      'Record ID': 'rec1',
      Question: 'p',
      'Correct Answer': 'right\n',
      'Incorrect Answer 1': 'w1',
      'Incorrect Answer 2': 'w2',
      'Incorrect Answer 3': 'w3',
    },
    id: 'rec1',
    answer: /^[A-D]$/u,
  },
}

it.each(KNOWN_BENCHMARKS.map((definition) => [definition.name, definition] as const))(
  '%s reads a row of its dataset',
  (name, definition) => {
    const { row, id, answer } = ROWS[name] ?? { row: {}, id: '', answer: '' }
    const parsed = parseBenchmark(definition, JSON.stringify(row))
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
    const [question] = Benchmark.parse(parsed.benchmark).questions
    expect(question).toMatchObject({
      id,
      question: 'p',
      answer: answer instanceof RegExp ? expect.stringMatching(answer) : answer,
    })
    const prompt = renderPrompt(parsed.benchmark, { question: 'p', choices: question?.choices })
    expect(prompt).toContain('\\boxed{}')
    expect(prompt).toContain('step by step')
    for (const choice of question?.choices ?? []) expect(prompt).toContain(`. ${choice}`)
  },
)

it('names each dataset at a commit, once', () => {
  expect(KNOWN_BENCHMARKS.map(({ name }) => name)).toEqual(Object.keys(ROWS))
  for (const { dataset } of KNOWN_BENCHMARKS) expect(dataset?.revision).toMatch(/^[0-9a-f]{40}$/u)
})

it('refuses a definition that contradicts itself', () => {
  const custom = { name: 'mine', answerKind: 'choice', fields: { choices: 'options' } }
  const problems = (definition: object) =>
    (BenchmarkDefinition.safeParse({ ...custom, ...definition }).error?.issues ?? []).map((issue) =>
      issue.path.join('.'),
    )
  expect(problems({})).toEqual([])
  expect(problems({ template: '{question}' })).toEqual(['template'])
  expect(problems({ answerKind: 'math' })).toEqual(['answerKind'])
  expect(problems({ fields: { choices: 'c', distractors: ['d'] } })).toEqual(['fields.distractors'])
  expect(problems({ dataset: { id: 'a/b', revision: 'main', path: 'x', license: 'MIT' } })).toEqual([
    'dataset.revision',
  ])
})
