/** Writes the command that runs, with further options: to copy. */
export function againWith(...options: readonly string[]): string {
  return ['cges', ...process.argv.slice(2).map(quoted), ...options].join(' ')
}

/** Quotes a word for a shell where it needs it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** Options that another command has not: those that take a value, and those that do not. */
export interface LeftOptions {
  readonly valued: readonly string[]
  readonly bare: readonly string[]
}

/** Writes another command on the same files with the same options, but for some, and with further ones. */
export function againAs(command: string, { valued, bare }: LeftOptions, ...options: readonly string[]): string {
  const words: string[] = []
  const given = process.argv.slice(3)
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at] ?? ''
    const [name = ''] = word.split('=')
    if (valued.includes(name)) at += word === name ? 1 : 0
    else if (!bare.includes(word)) words.push(word)
  }
  return ['cges', command, ...words.map(quoted), ...options].join(' ')
}
