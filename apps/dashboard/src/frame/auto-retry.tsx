'use client'
import { useRefresh } from './use-refresh'

const EVERY_MS = 10_000

/** Asks for the page again until it works, so that a screen on a wall recovers by itself. */
export function AutoRetry() {
  useRefresh(EVERY_MS)
  return <>· read again every {EVERY_MS / 1000} s</>
}
