'use client'
import { useEffect, useState } from 'react'

/** What came of asking for the parts of something long. */
export interface Parts<Part> {
  readonly parts: readonly Part[]
  readonly loading: boolean
  readonly failure: string | null
  /** Asks for the part after those that are there. */
  readonly more: () => void
}

interface WithNext {
  readonly next: number | null
}

/** Loads something part by part: the first when it is shown, the next when asked. `address` gives where a part is. */
export function useParts<Part extends WithNext>(
  address: (from: number) => string,
  read: (body: unknown) => Part | null,
): Parts<Part> {
  const [parts, setParts] = useState<readonly Part[]>([])
  const [loading, setLoading] = useState(true)
  const [failure, setFailure] = useState<string | null>(null)
  const load = async (from: number) => {
    setLoading(true)
    const loaded = await fetched(address(from), read)
    if (typeof loaded === 'string') setFailure(loaded)
    else {
      setFailure(null)
      setParts((before) => (from === 0 ? [loaded] : [...before, loaded]))
    }
    setLoading(false)
  }
  const start = address(0)
  useEffect(() => {
    void load(0)
    // Another sample is another address; the functions are made anew at every drawing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [start])
  return { parts, loading, failure, more: () => void load(parts.at(-1)?.next ?? 0) }
}

async function fetched<Part>(path: string, read: (body: unknown) => Part | null): Promise<Part | string> {
  try {
    const response = await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    const body: unknown = await response.json().catch(() => null)
    if (response.ok) return read(body) ?? 'The API answered in another form: reload the page.'
    return typeof body === 'object' && body !== null && 'detail' in body
      ? String(body.detail)
      : `The API answered ${response.status} and gave no reason.`
  } catch {
    return 'The request did not get through. Check the connection and try again.'
  }
}
