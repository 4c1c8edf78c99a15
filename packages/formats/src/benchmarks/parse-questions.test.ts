import { expect, it } from 'vitest'
import type { QuestionFields } from '@cges-fleet/core'
import { parseQuestions } from './parse-questions.js'

const line = (record: object): string => JSON.stringify(record)

function problems(text: string, fields: QuestionFields = {}): unknown {
  const parsed = parseQuestions(text, { fields })
  return parsed.ok ? [] : parsed.problems.map((each) => [each.line, each.problem])
}

it('reads lines, skips blank ones, ignores other keys, and gives missing ids their line number', () => {
  const text = `\uFEFF${line({ id: 'a', question: 'x', answer: '1', level: 3 })}\r\n\n${line({ question: 'y', answer: 2 })}\n`
  expect(parseQuestions(text)).toEqual({
    ok: true,
    questions: [
      { id: 'a', question: 'x', answer: '1' },
      { id: 'q3', question: 'y', answer: '2' },
    ],
  })
})

it('reads other names, choices, and GSM8K answers', () => {
  const text = line({ unique_id: 7, problem: 'x', solution: '1+1=2\n#### 2', options: ['1', 2], choices: null })
  const fields = { id: 'unique_id', question: 'problem', answer: 'solution', choices: 'options' }
  expect(parseQuestions(text, { fields })).toEqual({
    ok: true,
    questions: [{ id: '7', question: 'x', answer: '2', choices: ['1', '2'] }],
  })
})

function choiceProblems(record: object): string[] {
  const parsed = parseQuestions(line({ question: 'x', ...record }), { answerKind: 'choice' })
  return parsed.ok ? [] : parsed.problems.map(({ problem }) => problem)
}

it('says what is wrong, and on which line', () => {
  const good = { id: 'a', question: 'x', answer: '1' }
  expect(problems(`${line(good)}\n{"id":\n[1]\n\n${line(good)}`)).toEqual([
    [2, expect.stringContaining('not JSON: it ends in the middle')],
    [3, 'is a list of 1, expected an object'],
    [5, 'id "a" is already on line 1'],
  ])
  expect(problems(line({ question: 'x' }))).toEqual([[1, '"answer" is missing']])
  expect(problems(line({ question: null, answer: '1' }))).toEqual([[1, '"question" is missing']])
  expect(problems(line({ question: 'x', answer: '1' }), { id: 'key' })).toEqual([[1, '"key" is missing']])
  expect(problems(line({ ...good, question: ['x'] }))).toEqual([[1, '"question" is a list of 1, expected text']])
  expect(problems(line({ ...good, answer: '#### ' }))).toEqual([[1, '"answer" is empty']])
  expect(problems(line({ ...good, options: ['a', {}] }), { choices: 'options' })).toEqual([
    [1, '"options.1" is an object with no fields, expected text'],
  ])
  expect(problems(line({ ...good, question: 'a\u0000b' }))).toEqual([[1, 'there is a NUL character']])
  expect(problems(line({ ...good, question: 'a\\u0000b' }))).toEqual([])
  expect(problems(' \n')).toEqual([[1, expect.stringContaining('the file is empty: write one question a line')]])
})

it('stops after twenty problems', () => {
  expect(problems('x\n'.repeat(1000))).toHaveLength(20)
})

it('offers the right choice among the wrong ones, in the seed’s order', () => {
  const row = { key: 'r1', Question: 'x', Right: ' yes\n', 'Wrong 1': 'no', 'Wrong 2': 'perhaps' }
  const fields = { id: 'key', question: 'Question', answer: 'Right', distractors: ['Wrong 1', 'Wrong 2'] }
  const read = (shuffleSeed: number) => {
    const parsed = parseQuestions(line(row), { answerKind: 'choice', fields, shuffleSeed })
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
    return parsed.questions[0]
  }
  const orders = new Set<string>()
  for (let seed = 0; seed < 40; seed += 1) {
    const question = read(seed)
    expect(question).toEqual(read(seed))
    expect(question?.choices?.toSorted()).toEqual(['no', 'perhaps', 'yes'])
    expect(question?.choices?.['ABC'.indexOf(question.answer)]).toBe('yes')
    orders.add(question?.choices?.join() ?? '')
  }
  expect(orders.size).toBe(6)
  expect(problems(line({ ...row, 'Wrong 2': null }), fields)).toEqual([[1, '"Wrong 2" is missing']])
})

it('refuses a gold answer that no response could give', () => {
  expect(choiceProblems({ answer: 'B', choices: ['1', '2'] })).toEqual([])
  expect(choiceProblems({ answer: '(b)' })).toEqual([])
  expect(choiceProblems({ answer: 'C', choices: ['1', '2'] })).toEqual([
    'the answer "C" is not the letter of one of its 2 choices',
  ])
  expect(choiceProblems({ answer: 'seven' })).toEqual(['the answer "seven" is not a letter'])
})
