import type { EvaluationPage, EvaluationRow } from '@cges-fleet/core'

/** What a list shows, and whether its order is no longer the one asked for. */
export interface ShownPage {
  readonly rows: readonly EvaluationRow[]
  readonly next: string | null
  /** The page as it would be shown now; null if that is what is shown. */
  readonly newer: EvaluationPage | null
}

/**
 * Takes a newer page into what is shown: every row gets its newest figures where it stands, and none moves, comes or goes under
 * the reader; that there would be others is said. An empty list has nothing to move.
 */
export function mergePage(shown: ShownPage, page: EvaluationPage): ShownPage {
  if (shown.rows.length === 0) return { rows: page.evaluations, next: page.next, newer: null }
  const byId = new Map(page.evaluations.map((row) => [row.id, row]))
  const rows = shown.rows.map((row) => byId.get(row.id) ?? row)
  const isSame = rows.length === page.evaluations.length && rows.every(({ id }, at) => id === page.evaluations[at]?.id)
  return { rows, next: shown.next, newer: isSame ? null : page }
}
