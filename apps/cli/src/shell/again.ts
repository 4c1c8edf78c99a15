/** Writes the command that runs, with further options, which replace those of the same name: to copy. */
export function againWith(...options: readonly string[]): string {
  const words = options.join(' ').split(' ')
  const names = words.filter((word) => word.startsWith('--'))
  const isValued = (name: string) => words[words.indexOf(name) + 1]?.startsWith('--') === false
  const left = { valued: names.filter(isValued), bare: names.filter((name) => !isValued(name)) }
  return ['cges', ...withoutOptions(process.argv.slice(2), left).map(quoted), ...options].join(' ')
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
export function againAs(command: string, left: LeftOptions, ...options: readonly string[]): string {
  return ['cges', command, ...withoutOptions(process.argv.slice(3), left).map(quoted), ...options].join(' ')
}

function withoutOptions(given: readonly string[], { valued, bare }: LeftOptions): string[] {
  const words: string[] = []
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at] ?? ''
    const [name = ''] = word.split('=')
    if (valued.includes(name)) at += word === name ? 1 : 0
    else if (!bare.includes(word)) words.push(word)
  }
  return words
}
