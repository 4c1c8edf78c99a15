import { moneyWords } from '@cges-fleet/core/money-words'
import type { EvaluationView, FinalStatistics } from '@cges-fleet/core'
import type { NamedReport } from '../../../ui/methods/names'

interface Alone {
  readonly gpuSeconds: number | null
  /** In the currency of the pool. */
  readonly money: number | null
}

/** What all questions would have cost with one method alone, at the average price of what the evaluation used. */
export function costAlone(
  { trials, spent }: Pick<EvaluationView, 'trials' | 'spent'>,
  { key, tokens }: Pick<NamedReport, 'key' | 'tokens'>,
  final: FinalStatistics | null,
): Alone {
  const mean = final?.methods.find((method) => method.key === key)?.gpuSeconds?.value
  const gpuSeconds = mean === undefined ? null : mean * trials.total
  return { gpuSeconds, money: moneyFor(spent, { gpuSeconds, tokens: tokens === null ? null : tokens * trials.total }) }
}

/** Hosted APIs use no GPU of ours: their tokens are what is priced. */
function moneyFor(
  { money, gpuSeconds, tokens }: EvaluationView['spent'],
  used: { readonly gpuSeconds: number | null; readonly tokens: number | null },
): number | null {
  if (money === null) return null
  if (gpuSeconds > 0) return used.gpuSeconds === null ? null : (money / gpuSeconds) * used.gpuSeconds
  return tokens > 0 && used.tokens !== null ? (money / tokens) * used.tokens : null
}

/** Writes an amount of what was spent; null if the pool had no price. */
export function spentWords({ currency }: EvaluationView['spent'], money: number | null): string | null {
  return money === null || currency === null ? null : moneyWords(money, currency)
}

/** Adds the GPU time of each method's questions, where it was measured. */
export function withTime(reports: readonly NamedReport[], final: FinalStatistics | null): readonly NamedReport[] {
  if (final === null) return reports
  const byKey = new Map(final.methods.map(({ key, gpuSeconds }) => [key, gpuSeconds?.value ?? null]))
  return reports.map((report) => ({ ...report, time: byKey.get(report.key) ?? null }))
}
