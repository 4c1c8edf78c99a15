/** Finds the columns that differ, and the place of each column among them: the trials of every method are drawn once. */
export function distinctColumns(columns: readonly Float64Array[]): {
  readonly distinct: Float64Array[]
  readonly places: number[]
} {
  const distinct: Float64Array[] = []
  const places = columns.map((column) => {
    const place = distinct.findIndex((other) => other.every((value, at) => value === column[at]))
    return place === -1 ? distinct.push(column) - 1 : place
  })
  return { distinct, places }
}
