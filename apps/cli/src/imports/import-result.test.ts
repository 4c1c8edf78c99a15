import type { EvaluationView, FinalStatistics } from '@cges-fleet/core'
import { parseMethodSpec } from '@cges-fleet/methods'
import { methodReport } from '@cges-fleet/statistics'
import { expect, it } from 'vitest'
import { savedSentence } from './import-result.js'

const TRIALS = { trials: 9, started: 9, blocked: 0, byCalls: [], openByDepth: [], leading: 0, leadingCorrect: 0 }

function viewOf(tokens: readonly (number | null)[]): EvaluationView {
  const methods = ['sc@16', 'asc-beta@16'].map((text, at) => {
    const parsed = parseMethodSpec(text, 16)
    if (!parsed.ok) throw new Error(parsed.problem)
    const shared = { calls: at === 0 ? 16 : 4, tokens: tokens[at] ?? null, resolved: 9 }
    return { ...methodReport(parsed.spec, TRIALS), accuracy: { value: 0.9, low: 0.8, high: 0.95 }, ...shared }
  })
  // The sentence reads the methods alone.
  return { methods } as unknown as EvaluationView
}

it('tells the calls that a log would have taken, and its tokens where both are known', () => {
  expect(savedSentence(viewOf([800, 190]), null)).toMatch(
    /4\.00 calls a question instead of 16: 108 of 144 calls saved \(75\.0 %\), and 190 tokens a question instead of 800 \(76\.3 %\), at an accuracy/u,
  )
  for (const tokens of [
    [null, 190],
    [800, null],
  ])
    expect(savedSentence(viewOf(tokens), null)).not.toContain('tokens')
})

const NEAR = { value: -0.003, low: -0.018, high: 0.012 }

function finalOf(view: EvaluationView, judgement: string, baseline = view.methods[0]?.key ?? ''): FinalStatistics {
  const methods = [{ key: view.methods[1]?.key, comparison: { baseline, judgement, accuracy: NEAR, questions: 9 } }]
  return { methods } as unknown as FinalStatistics
}

it('praises no method where no answer is right', () => {
  const view = viewOf([800, 190])
  const methods = view.methods.map((each) => ({ ...each, accuracy: { value: 0, low: 0, high: 0.04, n: 9 } }))
  expect(savedSentence({ ...view, methods }, null)).toBeNull()
})

it('tells the paired difference to the full vote, which the two intervals do not show', () => {
  const view = viewOf([800, 190])
  expect(savedSentence(view, finalOf(view, 'non-inferior'))).toMatch(
    /^With asc-beta.* has 90\.0 % .*\. Paired by question: -0\.3 points, 95 % interval -1\.8 to \+1\.2, on 9 questions\.$/u,
  )
  expect(savedSentence(view, finalOf(view, 'non-inferior', 'another'))).not.toContain('Paired')
})

it('says that none is shown to keep the accuracy, and names the nearest, however many calls a worse one saves', () => {
  const two = viewOf([800, 190])
  const [sc, asc] = two.methods
  if (sc === undefined || asc === undefined) throw new Error('there are two')
  const cheap = { ...asc, key: 'cheap', label: 'cheap', calls: 2 }
  const view = { ...two, methods: [sc, asc, cheap] }
  const final = finalOf(view, 'inconclusive')
  const [of] = final.methods
  const worse = { key: 'cheap', comparison: { ...of?.comparison, accuracy: { value: -0.03, low: -0.05, high: -0.01 } } }
  const both = { methods: [...final.methods, worse] } as unknown as FinalStatistics
  expect(savedSentence(view, both)).toMatch(
    /^No method is shown to keep the accuracy\. The nearest: With asc-beta.*Chosen from 3 methods on these questions\.$/u,
  )
})
