import { describe, expect, it } from 'vitest'
import { gradeLine } from './grade-line.js'

function graded(line: Record<string, unknown>): Record<string, unknown> {
  const result = gradeLine(JSON.stringify(line))
  if (!result.ok) throw new Error(result.problem)
  return result.output as Record<string, unknown>
}

describe('two answers', () => {
  it('are one where their keys are, in a grade and in a vote', () => {
    const same = graded({ id: 3, kind: 'math', a: '\\frac12', b: '0.5' })
    expect(same).toEqual({ id: 3, same: true, sameVote: true, keyA: same['keyB'], keyB: same['keyB'] })
    const other = graded({ kind: 'math', a: '1', b: '2' })
    expect(other).toMatchObject({ same: false, sameVote: false })
    expect(other['keyA']).not.toBe(other['keyB'])
    expect(other).not.toHaveProperty('id')
  })

  it('are compared as their kind is', () => {
    expect(graded({ kind: 'choice', a: '(b)', b: 'B' })).toMatchObject({ same: true, keyA: 'B', keyB: 'B' })
    expect(graded({ kind: 'date', a: 'May 1, 2021', b: '2021-05-01' })).toMatchObject({
      same: true,
      keyA: '2021-05-01',
    })
    expect(graded({ kind: 'text', a: 'Yajo', b: ' yajo' })).toMatchObject({ same: true })
  })

  it('count apart by their spelling where votes are the paper’s', () => {
    const line = { kind: 'math', a: '0.50', b: '0.5' }
    expect(graded({ ...line, paper: true })).toMatchObject({ same: true, sameVote: false })
    expect(graded({ ...line, paper: false })).toMatchObject({ same: true, sameVote: true })
    expect(graded({ ...line, b: '0.50', paper: true })).toMatchObject({ same: true, sameVote: true })
  })
})

describe('a response', () => {
  it('gives its answer, its key and by what it was found', () => {
    const text = 'So it is \\boxed{0.50}.'
    expect(graded({ id: 'x', kind: 'math', text })).toEqual({
      id: 'x',
      answer: '0.50',
      key: graded({ kind: 'math', a: '1/2', b: '1' })['keyA'],
      tier: 'marked',
      language: null,
    })
  })

  it('gives nulls where nothing is read', () => {
    expect(graded({ kind: 'math', text: 'I do not know.' })).toEqual({
      answer: null,
      key: null,
      tier: null,
      language: null,
    })
    expect(graded({ kind: 'text', text: '' })).toEqual({ answer: null, key: null, tier: null, language: null })
    expect(graded({ kind: 'math', text: '정답은 42입니다.' })).toMatchObject({ answer: '42', language: 'ko' })
  })

  it('has no choice beyond those that were offered, by their number or their list', () => {
    const line = { kind: 'choice', text: 'The answer is (D).' }
    expect(graded(line)).toMatchObject({ answer: 'D', key: 'D' })
    expect(graded({ ...line, choices: 4 })).toMatchObject({ answer: 'D' })
    expect(graded({ ...line, choices: 3 })).toMatchObject({ answer: null, tier: null })
    expect(graded({ ...line, choices: ['one', 'two', 'three'] })).toMatchObject({ answer: null })
  })
})

it.each([
  ['{"kind":"math"', 'JSON'],
  ['7', 'give a and b'],
  ['{"kind":"math"}', 'give a and b to compare two answers, or text'],
  ['{"kind":"math","a":"1","b":"1","text":"1"}', 'give a and b to compare two answers, or text'],
  ['{"kind":"maths","a":"1","b":"1"}', 'kind: must be one of math, choice, date, text'],
  ['{"kind":"math","a":"1"}', 'b:'],
  ['{"kind":"math","a":"1","b":" "}', 'b: is empty'],
  ['{"kind":"choice","text":"A","choices":1}', 'choices: must be 2 to 26'],
  ['{"kind":"choice","text":"A","choises":4}', 'choises'],
])('%s: %s', (line, problem) => {
  const result = gradeLine(line)
  expect(result.ok ? '' : result.problem).toContain(problem)
})
