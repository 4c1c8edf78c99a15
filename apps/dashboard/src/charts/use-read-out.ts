'use client'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Drawing, ReadOutPoint } from './drawing'
import type { Size } from './plot-area'
import { pointAt, stepReadOut } from './step-read-out'

interface Place {
  readonly clientX: number
  readonly clientY: number
}

/**
 * Lets a chart's points be read by pointer and by keys, and opens the questions behind the current one; returns the
 * handlers for the chart's container, and the link to follow. A finger reads a point with its first touch and opens it
 * with its second.
 */
export function useReadOut({ points }: Drawing, { width, height }: Size) {
  const [at, setAt] = useState<number | null>(null)
  const svg = useRef<SVGSVGElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const read: ReadOutPoint | null = at === null ? null : (points[at] ?? null)
  const found = ({ clientX, clientY }: Place) => {
    const box = svg.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return null
    const x = ((clientX - box.left) * width) / box.width
    return pointAt(points, { x, y: ((clientY - box.top) * height) / box.height })
  }
  const onClick = (event: Place) => {
    const next = found(event)
    if (next !== null && next === at) link.current?.click()
    else setAt(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setAt(null)
    if (event.key === 'Enter') link.current?.click()
    const next = stepReadOut(points, at, event.key)
    if (next === null) return
    event.preventDefault()
    setAt(next)
  }
  const onPointerLeave = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') setAt(null)
  }
  const onPointerMove = (event: PointerEvent) => setAt(found(event))
  return { read, svg, link, handlers: { onClick, onPointerMove, onKeyDown, onPointerLeave, onBlur: () => setAt(null) } }
}
