/** The keys that do something, and what: one list for all pages. */
export const SHORTCUTS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['⌘ K', 'Ctrl K'], does: 'Go anywhere: pages, evaluations by name, actions' },
  { keys: ['/'], does: 'Search' },
  { keys: ['g e'], does: 'Go to the evaluations' },
  { keys: ['g p'], does: 'Go to the pool' },
  { keys: ['g s'], does: 'Go to the settings' },
  { keys: ['n'], does: 'New evaluation' },
  { keys: ['j', 'k'], does: 'Next and previous row' },
  { keys: ['x'], does: 'Select the row; with Shift and a click, all up to another' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['?'], does: 'These shortcuts' },
  { keys: ['Esc'], does: 'Close what is open' },
]
