import { describe, expect, it } from 'vitest'
import { inferAnswerKind, isWholeText, logAnswer } from './log-answer.js'
import { BARE_SAMPLE, type LogSample } from './log-entry.js'

const TEXT = 'Half of 24 is 12, so it is \\boxed{12}.'

function sample(logged: Partial<LogSample>): LogSample {
  return { ...BARE_SAMPLE, text: TEXT, ...logged }
}

describe('logAnswer', () => {
  it.each<[string, Partial<LogSample> & { from?: 'log' | 'text' }, object | null]>([
    ['the log’s own reading stands', { answer: '7' }, { answer: '7', tier: null }],
    ['no answer of the log’s own stands as well', { answer: null }, null],
    ['where the log has none, ours does', {}, { answer: '12', tier: 'marked' }],
    ['`text` reads again', { answer: '7', from: 'text' }, { answer: '12', tier: 'marked' }],
    ['the whole text is no reading', { answer: TEXT }, { answer: '12', tier: 'marked' }],
    ['nor is it as scorers tidy it', { answer: TEXT.toLowerCase().slice(0, -1) }, { answer: '12' }],
    ['`log` keeps it nevertheless', { answer: TEXT, from: 'log' }, { answer: TEXT, tier: null }],
    ['a response cut short has none', { answer: '7', finish: 'length' }, null],
    ['nor has one that was refused', { answer: '7', finish: 'declined', from: 'log' }, null],
    ['an answer without its text is the log’s', { answer: '7', text: null, from: 'text' }, { answer: '7', tier: null }],
  ])('%s', (_, { from, ...logged }, expected) => {
    const found = logAnswer(sample(logged), { kind: 'math', from })
    if (expected === null) expect(found).toBeNull()
    else expect(found).toMatchObject(expected)
  })

  it('reads a response that was cut at a limit only if it may vote', () => {
    const cut = sample({ answer: '7', finish: 'length' })
    expect(logAnswer(cut, { kind: 'math' })).toBeNull()
    expect(logAnswer(cut, { kind: 'math', truncatedVote: true })?.answer).toBe('7')
    const declined = sample({ answer: '7', finish: 'declined' })
    expect(logAnswer(declined, { kind: 'math', truncatedVote: true })).toBeNull()
  })

  it('takes a response of one word as its answer', () => {
    expect(logAnswer(sample({ text: '42', answer: '42' }), { kind: 'math' })?.answer).toBe('42')
  })

  it('does not vote with a response in which nothing can be read', () => {
    const text = 'I give up and say nothing more'
    expect(logAnswer(sample({ text, answer: text }), { kind: 'math' })).toBeNull()
  })
})

it('tells a long run of blanks inside two texts in linear time', () => {
  const blanks = ' '.repeat(1_000_000)
  expect(isWholeText(`a${blanks}b`, `A${blanks}b.`)).toBe(true)
  expect(isWholeText('5', '-5')).toBe(false)
})

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
