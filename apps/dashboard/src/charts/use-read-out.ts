'use client'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Drawing, ReadOutPoint } from './drawing'
import type { Size } from './plot-area'
import { pointAt, stepReadOut } from './step-read-out'

/** Lets a chart's points be read by pointer and by keys; the one that is read, and what to hang on the chart's room. */
export function useReadOut({ points }: Drawing, { width, height }: Size) {
  const [at, setAt] = useState<number | null>(null)
  const svg = useRef<SVGSVGElement>(null)
  const read: ReadOutPoint | null = at === null ? null : (points[at] ?? null)
  const onPointerMove = (event: PointerEvent) => {
    const box = svg.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return
    const x = ((event.clientX - box.left) * width) / box.width
    setAt(pointAt(points, { x, y: ((event.clientY - box.top) * height) / box.height }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setAt(null)
    const next = stepReadOut(points, at, event.key)
    if (next === null) return
    event.preventDefault()
    setAt(next)
  }
  return {
    read,
    svg,
    handlers: { onPointerMove, onKeyDown, onPointerLeave: () => setAt(null), onBlur: () => setAt(null) },
  }
}
