/** Whether a text has anything that reads better rendered: formulas, or Markdown's marks. */
export function hasMarkup(text: string): boolean {
  return MARKUP.test(text)
}

const MARKUP =
  /\$[^$\n]{1,2000}\$|\$\$|\\[([]|\\(?:boxed|begin)\{|\*\*\S|`|^#{1,6} |^ {0,3}(?:[-*+]|\d{1,9}[.)]) |^\|.*\|/mu
