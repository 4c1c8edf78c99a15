import type { ShortcutKey } from './shortcuts'

/** Somewhere the palette can go, or something it can do. */
export interface Place {
  readonly name: string
  /** A word on what it is, beside the name. */
  readonly kind: string
  /** Its single key, if it has one. */
  readonly keys?: ShortcutKey
  readonly act: () => void
}
