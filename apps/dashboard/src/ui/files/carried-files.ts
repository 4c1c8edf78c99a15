'use client'

import { useEffect, useRef } from 'react'

/** Files, of which there is one at least. */
export type Files = readonly [File, ...File[]]

let carried: Files | null = null

/** Hands files over to the page that is opened next. */
export function carryFiles(files: Files): void {
  carried = files
}

/** Takes what the page before handed over, once, as if it were dropped here. */
export function useCarriedFiles(take: (files: Files) => void): void {
  const first = useRef(take)
  useEffect(() => {
    const files = carried
    carried = null
    if (files !== null) first.current(files)
  }, [])
}
