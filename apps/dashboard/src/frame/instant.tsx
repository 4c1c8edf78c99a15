'use client'
import { formatInstant } from '../format/format-instant'
import { useZone } from './zone-scope'

/** An instant in the reader's time zone. */
export function Instant({ at }: { readonly at: string }) {
  return <time dateTime={at}>{formatInstant(at, useZone())}</time>
}
