'use client'

import { useEffect, useRef, useState } from 'react'

/** The time, renewed every so often; before the page is alive it is null, so that server and browser agree. */
export function useNow(everyMs: number): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

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
