const LONGEST = 70

/** A text in one line, cut where it is long. */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  return JSON.stringify(line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line)
}
