const END_OF_THINKING = '</think>'

/** What a response says after its thinking, where it marks that; all of it where nothing follows. */
export function withoutThinking(text: string): string {
  const end = text.lastIndexOf(END_OF_THINKING)
  const said = end < 0 ? '' : text.slice(end + END_OF_THINKING.length)
  return said.trim() === '' ? text : said
}
