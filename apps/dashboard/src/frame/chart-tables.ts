const KEY = 'tables'

/**
 * Shows the table behind the focused chart, or behind all charts, or hides it again; for all charts, the state is kept
 * in the address.
 */
export function toggleTables(): void {
  const focused = document.activeElement?.closest<HTMLElement>('figure') ?? null
  const tables = tablesIn(focused ?? document)
  const wanted = tables.some(({ open }) => !open)
  for (const table of tables) table.open = wanted
  if (focused !== null) return
  const address = new URL(location.href)
  if (wanted) address.searchParams.set(KEY, '1')
  else address.searchParams.delete(KEY)
  history.replaceState(history.state, '', address)
}

/** Opens all of them if the address asks for it. */
export function openAskedTables(): void {
  if (new URLSearchParams(location.search).get(KEY) !== '1') return
  for (const table of tablesIn(document)) table.open = true
}

function tablesIn(root: ParentNode): HTMLDetailsElement[] {
  return [...root.querySelectorAll<HTMLDetailsElement>('details.chart-more')]
}
