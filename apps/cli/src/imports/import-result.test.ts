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

it('tells the paired difference to the full vote, which the two intervals do not show', () => {
  const view = viewOf([800, 190])
  const accuracy = { value: -0.003, low: -0.018, high: 0.012 }
  const final = (baseline: string) => {
    const methods = [{ key: view.methods[1]?.key, comparison: { baseline, accuracy, questions: 9 } }]
    return { methods } as unknown as FinalStatistics
  }
  expect(savedSentence(view, final(view.methods[0]?.key ?? ''))).toMatch(
    /has 90\.0 % .*\. Paired by question: -0\.3 points, 95 % interval -1\.8 to \+1\.2, on 9 questions\.$/u,
  )
  expect(savedSentence(view, final('another'))).not.toContain('Paired')
})
