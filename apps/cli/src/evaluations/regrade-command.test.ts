import type { Regrade } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { regradeCommand, regradeText } from './regrade-command.js'

const FLIP = {
  questionId: 'q',
  replicate: 0,
  sample: 0,
  method: null,
  before: { answer: '7', correct: false, reason: null, calls: null },
  after: { answer: '7', correct: true, reason: null, calls: null },
}

it('names the option that lists all flips, which the command has', () => {
  const flips = Array.from({ length: 41 }, () => FLIP)
  const lines = regradeText({ flips, answers: 41, verdicts: 0, correctness: 41 } as unknown as Regrade)
  const [, option] = /… and 1 more: (--\S+)/u.exec(lines.join('\n')) ?? []
  const command = regradeCommand(() => {
    throw new Error('makes no call')
  })
  expect(command.options.map(({ long }) => long)).toContain(option)
})
