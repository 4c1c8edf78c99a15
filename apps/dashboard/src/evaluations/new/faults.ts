import { useState } from 'react'
import type { FieldFault } from '../../api/ask'

/** What is wrong with the fields of a form, told where somebody has been or once it was to be submitted. */
export interface Faults {
  /** What to say beside a field; null if it is right, or nobody has been there yet. */
  readonly shown: (path: string) => string | null
  readonly touch: (path: string) => void
  readonly touchAll: () => void
}

/** Tells each field its faults once it was left, and every field once all were asked for. */
export function useFaults(faults: readonly FieldFault[]): Faults {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  return {
    shown: (path) => (all || touched.has(path) ? (faults.find(({ field }) => field === path)?.problem ?? null) : null),
    touch: (path) => setTouched((before) => (before.has(path) ? before : new Set([...before, path]))),
    touchAll: () => setAll(true),
  }
}
