/** Prints a command's result: as JSON if `--json` was given, else as lines of text. */
export function printResult(flags: { readonly json?: boolean }, content: unknown, text: () => readonly string[]): void {
  if (flags.json === true) return console.log(JSON.stringify(content, null, 2))
  for (const line of text()) console.log(line)
}

/**
 * Control characters but line feeds and tabs: escape sequences begin with one, and carriage returns overwrite lines. The
 * marks that reverse the reading order, separate lines or are not seen. Halves of characters.
 */
const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex -- these are what it is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udfff]/gu

/**
 * Makes text of any origin safe to print on a terminal: names, answers and messages may hold escape sequences, carriage
 * returns and marks that reverse the reading order. They are written as `\u001b`, which means the same inside JSON.
 */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The same for text that belongs in one line: line feeds and tabs are written out too. */
export function printableLine(text: string): string {
  return printable(text)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`)
}

/** Has everything that the console prints from here on printed safely, so that no command can forget to. */
export function guardConsole(): void {
  for (const name of ['log', 'error', 'warn'] as const) {
    const print = console[name].bind(console)
    console[name] = (...values: unknown[]) =>
      print(...values.map((each) => (typeof each === 'string' ? printable(each) : each)))
  }
}
