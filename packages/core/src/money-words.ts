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
