/** Glyphs of the charts' labels in pixels, on the wide side: a name may leave room, and never run into another. */
const NARROW = /[\s.,:;'|!iljtf()[\]]/
const WIDE = /[MWmw@%—]/

/** Estimates how wide a label is, in pixels, without a page to measure it in. */
export function textWidth(text: string): number {
  return [...text].reduce((sum, glyph) => sum + widthOf(glyph), 0)
}

/** Cuts a text to fit, with an ellipsis in its middle, since methods that begin alike differ at their end. */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  const glyphs = [...text]
  for (let kept = glyphs.length - 1; kept > 1; kept -= 1) {
    const before = Math.ceil(kept / 2)
    const cut = `${glyphs.slice(0, before).join('').trimEnd()}…${glyphs
      .slice(before - kept)
      .join('')
      .trimStart()}`
    if (textWidth(cut) <= width) return cut
  }
  return `${glyphs[0] ?? ''}…`
}

function widthOf(glyph: string): number {
  if ((glyph.codePointAt(0) ?? 0) > 0x2e7f) return 13
  if (NARROW.test(glyph)) return 4.6
  return WIDE.test(glyph) ? 11.5 : 7.3
}
