import { useState } from 'react'
import type { FieldFault } from '../../api/ask'

/** The faults in a form's fields, shown once a field has been visited or submission was attempted. */
export interface Faults {
  /** The message beside a field; null if the field is valid, or has not been visited yet. */
  readonly shown: (path: string) => string | null
  readonly touch: (path: string) => void
  readonly touchAll: () => void
}

/** Shows a field's faults once it has been left, and all faults once submission was attempted. */
export function useFaults(faults: readonly FieldFault[]): Faults {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  return {
    shown: (path) => (all || touched.has(path) ? (faults.find(({ field }) => field === path)?.problem ?? null) : null),
    touch: (path) => setTouched((before) => (before.has(path) ? before : new Set([...before, path]))),
    touchAll: () => setAll(true),
  }
}
