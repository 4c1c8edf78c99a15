'use client'
import { useEffect, useState } from 'react'
import type { Asked } from '../api/ask'

/** The parts of something long that have been loaded. */
export interface Parts<Part> {
  readonly parts: readonly Part[]
  readonly loading: boolean
  readonly failure: string | null
  /** Requests the next part. */
  readonly more: () => void
}

const PATIENCE_MS = 10_000

interface WithNext {
  readonly next: number | null
}

/**
 * Loads something part by part: the first when it is shown, the next on request. `address` identifies the whole: when
 * it changes, loading starts anew from the first part.
 */
export function useParts<Part extends WithNext>(
  address: string,
  read: (from: string, signal: AbortSignal) => Promise<Asked<Part>>,
): Parts<Part> {
  const [parts, setParts] = useState<readonly Part[]>([])
  const [loading, setLoading] = useState(true)
  const [failure, setFailure] = useState<string | null>(null)
  const load = async (from: number) => {
    setLoading(true)
    const loaded = await read(String(from), AbortSignal.timeout(PATIENCE_MS))
    if (!loaded.ok) setFailure(loaded.why)
    else {
      setFailure(null)
      setParts((before) => (from === 0 ? [loaded.answer] : [...before, loaded.answer]))
    }
    setLoading(false)
  }
  useEffect(() => {
    void load(0)
    // The functions are made anew at every drawing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [address])
  return { parts, loading, failure, more: () => void load(parts.at(-1)?.next ?? 0) }
}
