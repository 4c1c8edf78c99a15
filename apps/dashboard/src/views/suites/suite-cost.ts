import { moneyWords } from '@cges-fleet/core/money-words'
import type { EvaluationCost } from '@cges-fleet/core'
import { countedOf } from '@cges-fleet/core/counted'
import { formatGpuHours } from '../../ui/format/numbers'

/**
 * Says what evaluations cost together: money by currency, GPU time, and of how many the money is not known. Null if
 * nothing was measured.
 */
export function suiteCostWords(costs: readonly EvaluationCost[]): string | null {
  const seconds = costs.reduce((sum, { gpuSeconds }) => sum + gpuSeconds, 0)
  const priced = costs.flatMap(({ money, currency }) =>
    money === null || currency === null ? [] : [{ money, currency }],
  )
  const currencies = [...new Set(priced.map(({ currency }) => currency))]
  const parts = currencies.map((currency) => {
    const money = priced.reduce((sum, each) => (each.currency === currency ? sum + each.money : sum), 0)
    return moneyWords(money, currency)
  })
  const time = seconds > 0 ? [`${formatGpuHours(seconds)} of GPU`] : []
  if (parts.length + time.length === 0) return null
  const unpriced = costs.length - priced.length
  const lack =
    unpriced === 0 || costs.length === 1
      ? ''
      : priced.length === 0
        ? ' (no pool had a price)'
        : ` (${countedOf(unpriced, costs.length, 'evaluation')} ran on pools without a price)`
  return `${[...parts, ...time].join(' · ')}${lack}`
}
