import { describe, expect, it } from 'vitest'
import { decide } from './decide.js'
import { parseMethodSpec } from './parse-method-spec.js'
import { isTrialMethod } from './requirements.js'
import { sweepMethod } from './sweep-method.js'

const votes = ['A', 'B', 'A', 'C'].map((answer) => ({ answer, confidences: { 'lns-arith': 0.8 } }))

function specOf(text: string) {
  const parsed = parseMethodSpec(text, 4)
  if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(parsed.ok ? text : parsed.problem)
  return parsed.spec
}

describe('abstainBelow', () => {
  it('withholds an answer whose score is below it, at the same calls, and no other', () => {
    expect(decide(specOf('sc'), votes)).toMatchObject({ calls: 4, answer: 'A', score: 0.5, reason: 'budget' })
    expect(decide(specOf('sc:abstainBelow=0.5'), votes)).toEqual(decide(specOf('sc'), votes))
    expect(decide(specOf('sc:abstainBelow=0.51'), votes)).toEqual({
      state: 'stopped',
      calls: 4,
      answer: null,
      score: 0.5,
      reason: 'abstained',
    })
    expect(decide(specOf('sc:abstainBelow=0.51'), votes.slice(0, 3))).toMatchObject({ state: 'open', leader: 'A' })
  })

  it('gives the answer of an exact tie at ½', () => {
    // At 34 and 38 votes the probability of ½ is a bit below it by rounding.
    for (const size of [2, 4, 16, 34, 38, 68]) {
      const tied = Array.from({ length: size }, (_, at) => ({ answer: at % 2 === 0 ? 'A' : 'B', confidences: {} }))
      const parsed = parseMethodSpec(`asc-beta:abstainBelow=0.5@${size}`, size)
      if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error('a method')
      expect(decide(parsed.spec, tied), `${size}`).toMatchObject({ answer: 'A', reason: 'budget' })
    }
  })

  it('holds at every value of a sweep', () => {
    const swept = sweepMethod(specOf('cges:confidence=lns-arith,gamma=0.9,abstainBelow=0.97'), votes, [0.7, 0.9, 0.999])
    const alone = [0.7, 0.9, 0.999].map((gamma) =>
      decide(specOf(`cges:confidence=lns-arith,gamma=${gamma},abstainBelow=0.97`), votes),
    )
    expect(swept).toMatchObject(alone)
    expect(alone.map((decision) => decision.state === 'stopped' && decision.reason)).toContain('abstained')
  })

  it('goes with no certified threshold and with no rule of whole sets', () => {
    for (const text of ['asc-beta:certified=0.05/0.1,abstainBelow=0.9', 'fixed-total:totalCalls=9,abstainBelow=0.9']) {
      expect(parseMethodSpec(text, 4)).toMatchObject({ ok: false, path: ['abstainBelow'] })
    }
  })
})
