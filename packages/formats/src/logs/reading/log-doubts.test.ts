import { expect, it } from 'vitest'
import { BARE_SAMPLE } from '../log-entry.js'
import type { OpenLog } from '../loading/open-log.js'
import { doubtsOf } from './log-doubts.js'
import { LogReader } from './log-reader.js'

/** A log of questions whose reference answer is 7, read as a kind. */
function doubts(kind: 'math' | 'text', texts: readonly string[], grade: number | null = null) {
  const question = { id: 'q', question: null, answer: '7' }
  const rows = [{ question, samples: texts.map((text) => ({ ...BARE_SAMPLE, text, grade })) }]
  const rules = { kind, paper: false }
  const log = { rows, rules, description: null } as unknown as OpenLog
  return doubtsOf(log, new LogReader(rules).readAll(rows).counts, {})
}

const COSTS = ['It costs 7 dollars.', 'So it is 7 in total', 'That makes 9 of them', 'The answer is 7.']

it('names another kind that finds many more right answers, where the log has no grades', () => {
  expect(doubts('text', COSTS).note).toBe(
    '--kind math may fit better: with it 75.0 % of the first 4 samples are right, as text 25.0 %',
  )
  expect(doubts('math', COSTS).note).toBeNull()
  expect(doubts('text', ['The answer is 7.', 'The answer is 8.']).note).toBeNull()
})

it('shows a response in which nothing was read', () => {
  expect(doubts('math', ['I do not know.', 'The answer is 7.'])).toMatchObject({
    fault: expect.stringContaining('nothing was read in 50.0 %'),
    unreadText: 'I do not know.',
  })
})
