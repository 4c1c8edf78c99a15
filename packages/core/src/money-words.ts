import type { PoolPrice } from './schemas/pool.js'

/** Writes money in its currency with cents; an amount below one cent as such. */
export function moneyWords(amount: number, currency: string): string {
  return `${amountWords(amount)} ${currency}`
}

/** Writes the least and the most that something costs, `1.20 to 3.40 EUR`; once where both read the same. */
export function moneyRangeWords(low: number, high: number, currency: string): string {
  const [from, to] = [amountWords(low), amountWords(high)]
  return `${from === to ? to : `${from} to ${to}`} ${currency}`
}

function amountWords(amount: number): string {
  if (amount > 0 && amount < 0.01) return '<0.01'
  return amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

/** A price as it was set, with two decimals at least: small ones have more. */
function priceAmount(amount: number): string {
  return amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 20 })
}

/** Says what a pool's use costs, after its name: `costs 2.40 EUR a GPU hour`, or that it has no price. */
export function priceWords({ gpuHour, promptMillion, completionMillion, currency }: PoolPrice): string {
  const parts = [
    ...(gpuHour === null ? [] : [`${priceAmount(gpuHour)} ${currency} a GPU hour`]),
    ...(promptMillion === null ? [] : [`${priceAmount(promptMillion)} ${currency} a million prompt tokens`]),
    ...(completionMillion === null ? [] : [`${priceAmount(completionMillion)} ${currency} a million answer tokens`]),
  ]
  return parts.length === 0 ? 'has no price' : `costs ${parts.join(', ')}`
}
