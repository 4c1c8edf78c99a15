import { describe, expect, it } from 'vitest'
import { isWholeText } from './is-whole-text.js'
import { logAnswer } from './log-answer.js'
import { BARE_SAMPLE, type LogSample } from './log-entry.js'

const TEXT = 'Half of 24 is 12, so it is \\boxed{12}.'

function sample(told: Partial<LogSample>): LogSample {
  return { ...BARE_SAMPLE, text: TEXT, ...told }
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
  ])('%s', (_, { from, ...told }, expected) => {
    const found = logAnswer(sample(told), { kind: 'math', from })
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
