import type { EvaluationPage, EvaluationRow } from '@cges-fleet/core'

/** The rows a list shows, and whether their order is no longer the one requested. */
export interface ShownPage {
  readonly rows: readonly EvaluationRow[]
  readonly next: string | null
  /** The page as it would be shown now; null if it equals the one shown. */
  readonly newer: EvaluationPage | null
}

/**
 * Merges a newer page into the rows shown: each row is updated in place, and none moves, appears or disappears under
 * the reader; a notice says if there would be others. An empty list just takes the new page.
 */
export function mergePage(shown: ShownPage, page: EvaluationPage): ShownPage {
  if (shown.rows.length === 0) return { rows: page.evaluations, next: page.next, newer: null }
  const byId = new Map(page.evaluations.map((row) => [row.id, row]))
  const rows = shown.rows.map((row) => byId.get(row.id) ?? row)
  const isSame = rows.length === page.evaluations.length && rows.every(({ id }, at) => id === page.evaluations[at]?.id)
  return { rows, next: shown.next, newer: isSame ? null : page }
}
