import { otherScore } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { decideLine } from './decide-line.js'

const answers = ['A', 'B'].map((answer) => ({ answer }))

function decided(method: object): unknown {
  const result = decideLine(JSON.stringify({ ...method, samples: answers }))
  if (!result.ok) throw new Error(result.problem)
  return result.output
}

it('says of bayes too what is left to answers not seen, and of no rule that has no such mass', () => {
  const spec = { method: 'bayes', answers: 5, delta: 0.05, easy: 0.1, hard: 1, share: 0.5, budget: 2 } as const
  const left = otherScore(
    spec,
    answers.map((each) => ({ ...each, confidences: {} })),
  )
  expect(left).toBeGreaterThan(0)
  expect(decided({ method: 'bayes', answers: 5 })).toHaveProperty('otherScore', left)
  expect(decided({ method: 'asc-beta' })).not.toHaveProperty('otherScore')
})
