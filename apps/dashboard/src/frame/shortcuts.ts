interface Shortcut {
  readonly keys: readonly string[]
  readonly does: string
}

/** The keys that do something, where, and what: one list for all pages. */
export const SHORTCUTS = [
  {
    where: 'Everywhere',
    shortcuts: [
      { keys: ['⌘ K', 'Ctrl K'], does: 'Go anywhere: pages, evaluations by name, actions' },
      { keys: ['g e'], does: 'Go to the evaluations' },
      { keys: ['g c'], does: 'Go to comparing' },
      { keys: ['g p'], does: 'Go to the pool' },
      { keys: ['g s'], does: 'Go to the settings' },
      { keys: ['n'], does: 'New evaluation' },
      { keys: ['e'], does: 'To the downloads of the page, else to what copies its first table' },
      { keys: ['.'], does: 'What can be done here' },
      { keys: ['?'], does: 'These shortcuts' },
      { keys: ['Escape'], does: 'Close what is open' },
    ],
  },
  {
    where: 'In a list',
    shortcuts: [
      { keys: ['j', 'k'], does: 'Next and previous row' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['/'], does: 'Search' },
    ],
  },
  {
    where: 'In the list of evaluations',
    shortcuts: [
      { keys: ['x'], does: 'Select the evaluation; with Shift and a click, all up to another' },
      { keys: ['c'], does: 'Compare the selected evaluations' },
    ],
  },
  {
    where: 'On an evaluation that runs',
    shortcuts: [{ keys: ['p'], does: 'Hold the numbers still, or go on with the newest' }],
  },
  {
    where: 'At charts',
    shortcuts: [{ keys: ['t'], does: 'The table behind the chart in focus, or behind all' }],
  },
  {
    where: 'In the list of questions',
    shortcuts: [{ keys: ['w'], does: 'The question on which methods disagree worst' }],
  },
  {
    where: 'On a question',
    shortcuts: [
      { keys: ['j', 'k'], does: 'Next and previous question' },
      { keys: ['d', 'D'], does: 'Next and previous question on which methods disagree' },
      { keys: ['[', ']'], does: 'Previous and next sample' },
      { keys: ['c'], does: 'Copy the address, with what is open' },
      { keys: ['Escape'], does: 'Close the sample that is open, else go back to the questions' },
    ],
  },
] as const satisfies readonly { readonly where: string; readonly shortcuts: readonly Shortcut[] }[]

/** A key that does something somewhere: a character, two one after the other, or a key's name. */
export type ShortcutKey = (typeof SHORTCUTS)[number]['shortcuts'][number]['keys'][number]
