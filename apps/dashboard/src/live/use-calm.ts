'use client'
import { useEffect, useRef, useState } from 'react'

/** The newest value, but changing at most once in a while: a page left open on a wall should not flicker. */
export function useCalm<T>(value: T, everyMs: number): T {
  const [shown, setShown] = useState(value)
  const shownAt = useRef(0)
  useEffect(() => {
    const show = () => {
      shownAt.current = Date.now()
      setShown(value)
    }
    const timer = setTimeout(show, Math.max(0, shownAt.current + everyMs - Date.now()))
    return () => clearTimeout(timer)
  }, [value, everyMs])
  return shown
}
