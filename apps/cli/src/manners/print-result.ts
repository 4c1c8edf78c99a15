/** Prints a command's result: as JSON if `--json` was given, else as lines of text. */
export function printResult(flags: { readonly json?: boolean }, content: unknown, text: () => readonly string[]): void {
  if (flags.json === true) return console.log(JSON.stringify(content, null, 2))
  for (const line of text()) console.log(line)
}
