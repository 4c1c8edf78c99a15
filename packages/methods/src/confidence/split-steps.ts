/** A response cut into reasoning steps, and for each token the step it belongs to. */
export type Steps = { readonly steps: readonly string[]; readonly tokenStep: readonly number[] }

/**
 * Cuts a response, given as its tokens' texts, into steps: after each blank line, or if there is none after each line.
 * Blank pieces join the step before them (the next one at the start); a token belongs to the step that holds its first
 * character, and a step without tokens is dropped. No token gives no step.
 */
export function splitSteps(tokens: readonly string[]): Steps {
  const text = tokens.join('')
  const pieces = mergeBlank(text.split(text.includes('\n\n') ? /(?<=\n\n)(?!\n)/u : /(?<=\n)/u))
  const ends: number[] = []
  for (const piece of pieces) ends.push((ends.at(-1) ?? 0) + piece.length)
  let at = 0
  let piece = 0
  const holders = tokens.map((token) => {
    while (piece < pieces.length - 1 && at >= (ends[piece] ?? 0)) piece += 1
    at += token.length
    return piece
  })
  const kept = [...new Set(holders)]
  const places = new Map(kept.map((holder, place) => [holder, place]))
  return {
    steps: kept.map((holder) => pieces[holder] ?? ''),
    tokenStep: holders.map((holder) => places.get(holder) ?? 0),
  }
}

function mergeBlank(pieces: readonly string[]): string[] {
  const steps: string[] = []
  let leading = ''
  for (const piece of pieces) {
    if (piece.trim() !== '') {
      steps.push(leading + piece)
      leading = ''
    } else if (steps.length === 0) {
      leading += piece
    } else {
      steps.push(`${steps.pop() ?? ''}${piece}`)
    }
  }
  return leading === '' ? steps : [leading]
}
