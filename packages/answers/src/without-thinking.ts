const END_OF_THINKING = '</think>'

/** The response after the model's thinking, if that is marked; all of it if nothing follows. */
export function withoutThinking(text: string): string {
  // Most texts hold none, which a search from the start tells many times faster than one from the end.
  if (!text.includes(END_OF_THINKING)) return text
  const said = text.slice(text.lastIndexOf(END_OF_THINKING) + END_OF_THINKING.length)
  return said.trim() === '' ? text : said
}
