/** Whether a pool's row has a price: what is used without one costs an unknown amount, not none. */
export const IS_PRICED = 'coalesce(gpu_hour_price, prompt_million_price, completion_million_price) IS NOT NULL'

/** Returns the SQL of what a use costs at the prices of its pool's row, which must have one. */
export function priceOf({
  gpuMs,
  tokens,
  promptTokens,
}: Readonly<Record<'gpuMs' | 'tokens' | 'promptTokens', string>>): string {
  return `coalesce(gpu_hour_price, 0) / 3600000 * ${gpuMs} + coalesce(prompt_million_price, 0) / 1000000 * ${promptTokens}
         + coalesce(completion_million_price, 0) / 1000000 * (${tokens} - ${promptTokens})`
}

/** Returns the SQL of what an evaluation cost: null if its calls were made before its pool had a price. */
export const moneySpent = (spending: string, pool: string) =>
  `CASE WHEN ${pool}.currency IS NOT NULL
    THEN coalesce(${spending}.money, CASE WHEN coalesce(${spending}.calls, 0) = 0 THEN 0 END) END`
