'use client'

import { useZone } from '../preferences/zone-scope'
import { formatInstant } from './times'

/** An instant in the reader's time zone. */
export function Instant({ at }: { readonly at: string }) {
  return <time dateTime={at}>{formatInstant(at, useZone())}</time>
}
