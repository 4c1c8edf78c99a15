import { counted } from './counted.js'
import { ChainEnd, SealedEntry } from './schemas/identity.js'

/** A place of the chain that was seen before. */
export interface ChainAnchor {
  readonly place: number
  readonly hash: string
}

/** What came of verifying a chain: the fault found first, or how it stands. */
export interface CheckedChain {
  readonly entries: number
  readonly first: number | null
  readonly last: ChainAnchor | null
  readonly fault: string | null
  readonly words: string
}

/** What a chain is verified by. */
export interface ChainCheck {
  /** A place that was seen before, which the chain must still contain; null without one. */
  readonly seen: ChainAnchor | null
  /** SHA-256 of a text as UTF-8, in hexadecimal digits. */
  readonly sha256: (text: string) => string
}

/** Verifies a chain of the log, line by line: every hash, every place, and that it contains what was seen before. */
export async function checkChain(lines: AsyncIterable<string>, check: ChainCheck): Promise<CheckedChain> {
  const { seen } = check
  let [entries, first, last, end]: [number, number | null, ChainAnchor | null, ChainEnd | null] = [0, null, null, null]
  const found = (fault: string | null): CheckedChain => ({ entries, first, last, fault, words: wordsOf(entries, last) })
  for await (const line of lines) {
    if (line === '') continue
    const read = lineOf(line)
    if (read === null) return found(`Line ${entries + 1} is no entry of a chain.`)
    if ('end' in read) {
      end = read
      continue
    }
    const fault = faultOf(read, last, check)
    if (fault !== null) return found(fault)
    entries += 1
    first ??= read.place
    last = { place: read.place, hash: read.hash }
  }
  if (end === null) return found('The chain broke off before its end. Read it again.')
  if (end.unsealed > 0)
    return found(`${counted(end.unsealed, 'entry', 'entries')} of the log are in no place of the chain.`)
  const isLost = seen !== null && (last === null || last.place < seen.place)
  return found(
    isLost ? `The chain ends at place ${last?.place ?? 0}, before place ${seen.place}, which was there.` : null,
  )
}

function lineOf(line: string): SealedEntry | ChainEnd | null {
  try {
    const value: unknown = JSON.parse(line)
    const entry = SealedEntry.safeParse(value)
    return entry.success ? entry.data : (ChainEnd.safeParse(value).data ?? null)
  } catch {
    return null
  }
}

type Last = ChainAnchor | null

function faultOf(
  { place, previous, hash, text }: SealedEntry,
  last: Last,
  { seen, sha256 }: ChainCheck,
): string | null {
  const next = (last?.place ?? place - 1) + 1
  if (place !== next) return `Place ${next} is missing: the chain goes on at ${place}.`
  if (text === null) return `The entry at place ${place} was deleted.`
  if (last !== null && previous !== last.hash) return `Place ${place} does not follow from the one before.`
  if (place === 1 && /[^0]/.test(previous)) return 'Place 1 is not the beginning of the chain.'
  if (sha256(previous + text) !== hash) return `The entry at place ${place} was changed. It now reads ${text}`
  if (seen?.place === place && seen.hash !== hash) return `Place ${place} is not what it was: the chain was made anew.`
  return null
}

function wordsOf(entries: number, last: ChainAnchor | null): string {
  if (last === null) return 'The log is empty.'
  return (
    `${counted(entries, 'entry', 'entries')}, unchanged. Keep the last place outside the fleet, ` +
    `and give it next time: --last ${last.place}:${last.hash}`
  )
}
