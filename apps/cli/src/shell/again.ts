/** Writes the command that runs, with further options: to copy. */
export function againWith(...options: readonly string[]): string {
  return ['cges', ...process.argv.slice(2).map(quoted), ...options].join(' ')
}

/** Quotes a word for a shell where it needs it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
