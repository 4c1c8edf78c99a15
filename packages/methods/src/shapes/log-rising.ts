/** The numbers that a table is kept of, at most. */
const MOST = 1000

const TABLES = new Map<number, number[]>()

/**
 * Returns ln Γ(x + n) − ln Γ(x) = ln x(x + 1) … (x + n − 1), for x > 0 and whole n ≥ 0, from a table of x: few x are asked of,
 * with every n in turn. Source: DLMF 5.5.1, n times.
 */
export function logRising(x: number, n: number): number {
  let table = TABLES.get(x)
  if (table === undefined) {
    if (TABLES.size >= MOST) TABLES.clear()
    table = [0]
    TABLES.set(x, table)
  }
  for (let at = table.length; at <= n; at += 1) table.push((table[at - 1] ?? 0) + Math.log(x + at - 1))
  return table[n] ?? 0
}
