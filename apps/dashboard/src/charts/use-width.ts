'use client'
import { useEffect, useRef, useState } from 'react'

/** The width of the room a chart has; until the page is alive, a guess that the drawing is scaled from. */
export function useWidth(guess: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(guess)
  useEffect(() => {
    const room = ref.current
    if (room === null) return
    const observer = new ResizeObserver(() => setWidth(Math.max(240, Math.round(room.clientWidth))))
    observer.observe(room)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
