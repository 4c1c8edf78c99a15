'use client'

import { useRef, useState } from 'react'
import type { FoundLog, LogChoices } from './read-log'

/** Where the samples come from: files, or a text that was pasted. */
export type LogSource = readonly File[] | string

export type ReadState =
  | { readonly phase: 'none' }
  | { readonly phase: 'reading'; readonly share: number }
  | { readonly phase: 'failed'; readonly problem: string }
  | { readonly phase: 'read'; readonly found: FoundLog; readonly turn: number }

export const AS_FOUND: Omit<LogChoices, 'questions'> & { readonly questions: File | null } = {
  kind: undefined,
  answers: undefined,
  truncatedVote: false,
  map: '',
  confidenceMap: '',
  rewardMap: '',
  filter: '',
  questions: null,
}

export type ChosenReading = typeof AS_FOUND

/** Brought once a log is there: it is larger than the page. */
export const reader = () => import('./read-log')

/** Reads a log to its end, again whenever its reader chooses otherwise; the newest alone counts. */
export function useLog() {
  const [state, setState] = useState<ReadState>({ phase: 'none' })
  const turns = useRef(0)
  const read = async (source: LogSource | null, { questions, ...chosen }: ChosenReading) => {
    const turn = ++turns.current
    const isNewest = () => turn === turns.current
    if (source === null) return setState({ phase: 'none' })
    setState({ phase: 'reading', share: 0 })
    const { readLog, pageFile, pastedFile } = await reader()
    const files = typeof source === 'string' ? [pastedFile(source)] : source.map(pageFile)
    const onShare = paced((share) => {
      if (!isNewest()) throw new Superseded()
      setState({ phase: 'reading', share })
    })
    const choices = { ...chosen, questions: questions === null ? undefined : pageFile(questions) }
    const outcome = await readLog(files, choices, onShare).catch((error: unknown) => {
      if (error instanceof Superseded) return null
      throw error
    })
    if (outcome === null || !isNewest()) return
    setState(outcome.ok ? { phase: 'read', found: outcome.value, turn } : { phase: 'failed', problem: outcome.problem })
  }
  return { state, read }
}

/** Ends the reading of a log that nobody waits for any more. */
class Superseded extends Error {}

const FRAME_MS = 50

/** Tells a share now and then, and lets the page be drawn meanwhile. */
function paced(tell: (share: number) => void): (share: number) => Promise<void> | undefined {
  let last = performance.now()
  return (share) => {
    if (performance.now() - last < FRAME_MS) return undefined
    tell(Math.min(1, share))
    return new Promise((resolve) =>
      setTimeout(() => {
        last = performance.now()
        resolve()
      }),
    )
  }
}
