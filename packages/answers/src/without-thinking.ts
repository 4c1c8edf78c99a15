const END_OF_THINKING = '</think>'

/** The response after the model's thinking, if that is marked; all of it if nothing follows. */
export function withoutThinking(text: string): string {
  const end = text.lastIndexOf(END_OF_THINKING)
  const said = end < 0 ? '' : text.slice(end + END_OF_THINKING.length)
  return said.trim() === '' ? text : said
}
