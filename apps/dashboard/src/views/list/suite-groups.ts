import type { EvaluationRow } from '@cges-fleet/core'

/** Rows that stand together; those of no suite, or of one with nothing else here, have no head. */
export interface SuiteGroup {
  readonly suite: string | null
  readonly rows: readonly EvaluationRow[]
}

/** Brings the rows of each suite together where its first one stands; the order is otherwise as it was. */
export function groupedBySuite(rows: readonly EvaluationRow[]): SuiteGroup[] {
  return rows.flatMap((row): SuiteGroup[] => {
    const own = row.suite === null ? [] : rows.filter(({ suite }) => suite === row.suite)
    if (own.length < 2) return [{ suite: null, rows: [row] }]
    return own[0] === row ? [{ suite: row.suite, rows: own }] : []
  })
}
