/** JSON's values for Parquet's: numbers for 64-bit ones that fit, text for those that do not, lists for typed arrays. */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (Array.isArray(value)) return value.map(plainValue)
  if (ArrayBuffer.isView(value) && Symbol.iterator in value)
    return [...(value as unknown as Iterable<unknown>)].map(plainValue)
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainValue(each)]))
}
