import { describe, expect, it } from 'vitest'
import { inferAnswerKind } from './infer-answer-kind.js'

const of = (answers: readonly string[], choices?: readonly string[]) =>
  inferAnswerKind(answers.map((answer) => ({ answer, choices })))

describe('inferAnswerKind', () => {
  it.each([
    ['math', ['48', '-1\\frac12', '3/4', '$18', '1,000', '230 miles', 'x^2+3x+2', '(1, 2]', 'p - q', '12%', '3 km/h']],
    ['choice', ['A', '(B)', 'C.', 'J']],
    ['date', ['05/01/2021', '2019-11-12', 'May 1, 2021']],
    ['text', ['yajo', 'New York', 'the second one', 'yes', '42nd Street']],
  ] as const)('%s, by each answer alone', (kind, answers) => {
    for (const answer of answers) expect(of([answer]).kind, answer).toBe(kind)
    expect(of(answers)).toMatchObject({ kind, answers: answers.length, counts: { [kind]: answers.length } })
  })

  it('takes a letter for a choice only where it is offered', () => {
    expect(of(['D'], ['a', 'b']).kind).not.toBe('choice')
    expect(of(['B'], ['a', 'b']).kind).toBe('choice')
  })

  it('lets a few stand out, and does not decide where it is not clear, or there are none', () => {
    const numbers = Array.from({ length: 19 }, (_, n) => String(n))
    expect(of([...numbers, 'Evelyn'])).toMatchObject({ kind: 'math', counts: { math: 19, text: 1 } })
    expect(of(['1', '2', '3', 'A', 'B']).kind).toBeNull()
    expect(of([]).kind).toBeNull()
  })

  it('reads an answer of any length quickly', () => {
    expect(of([`${'1 '.repeat(2000)}x`, '(('.repeat(2000)]).answers).toBe(2)
  })
})
