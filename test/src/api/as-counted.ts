import { Comparison, type ComparedPair, ComparisonStatistics, type PairedCounts } from '@cges-fleet/core'
import { GetComparison, JudgeComparison, writePath } from '@cges-fleet/core/contract'
import { expect } from 'vitest'
import { verdictsOf } from '../support/made-evaluations.js'
import type { useApi } from './use-api.js'

/** Requests comparisons from an API, and checks them against a trial-by-trial count. */
export function asCounted(api: ReturnType<typeof useApi>) {
  async function compared(query: Record<string, string>): Promise<Comparison> {
    const { status, text, body } = await api().get(writePath(GetComparison.at, { query }))
    if (status !== 200) throw new Error(text)
    return Comparison.parse(body)
  }

  async function judged(query: Record<string, string>): Promise<ComparisonStatistics> {
    const { status, text, body } = await api().get(writePath(JudgeComparison.at, { query }))
    if (status !== 200) throw new Error(text)
    return ComparisonStatistics.parse(body)
  }

  type Sides = Pick<ComparedPair, 'evaluation' | 'method' | 'base' | 'baseMethod'>

  /** Looks up every trial of one side among those of the other, one by one. */
  async function oracle({ evaluation, method, base, baseMethod }: Sides): Promise<PairedCounts> {
    const verdicts = await verdictsOf(api().db, evaluation)
    const others = await verdictsOf(api().db, base)
    const pairs = verdicts
      .filter((verdict) => verdict.method === method)
      .flatMap((a) =>
        others
          .filter((b) => b.method === baseMethod && b.questionId === a.questionId && b.replicate === a.replicate)
          .map((b) => ({ a, b })),
      )
    const count = (holds: (a: boolean, b: boolean) => boolean) =>
      pairs.filter(({ a, b }) => holds(a.right, b.right)).length
    const mean = (value: (pair: (typeof pairs)[number]) => number) =>
      pairs.reduce((sum, pair) => sum + value(pair), 0) / pairs.length
    return {
      questions: new Set(pairs.map(({ a }) => a.questionId)).size,
      trials: pairs.length,
      both: count((a, b) => a && b),
      onlyThis: count((a, b) => a && !b),
      onlyBase: count((a, b) => !a && b),
      neither: count((a, b) => !a && !b),
      accuracy: mean(({ a, b }) => Number(a.right) - Number(b.right)),
      calls: mean(({ a, b }) => a.calls - b.calls),
      baseCalls: mean(({ b }) => b.calls),
    }
  }

  async function expectAsCounted(pairs: readonly ComparedPair[]): Promise<void> {
    for (const pair of pairs) {
      const { accuracy, calls, baseCalls, ...counts } = await oracle(pair)
      expect(pair, JSON.stringify(pair)).toMatchObject({ state: 'paired', note: null, paired: counts })
      expect(pair.paired?.accuracy).toBeCloseTo(accuracy, 12)
      expect(pair.paired?.calls).toBeCloseTo(calls, 12)
      expect(pair.paired?.baseCalls).toBeCloseTo(baseCalls, 12)
    }
  }
  return { compared, judged, expectAsCounted }
}
