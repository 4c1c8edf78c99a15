'use client'

import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { TeamLink } from '../../addresses/team-link'
import { type Drawing, pointAt, type ReadOutPoint, stepReadOut } from './drawing'
import type { Size } from './geometry'

/** Which of a chart's methods is pointed at elsewhere, and how to say that one is pointed at here. */
export interface Linked {
  readonly pointed: string | null
  readonly point: (key: string | null) => void
  /** The value of its setting that is being tried; its point is marked. */
  readonly at?: number | undefined
}

export interface Place {
  readonly clientX: number
  readonly clientY: number
}

interface Reading {
  readonly drawing: Drawing
  readonly size: Size
  /** Says which method is pointed at. */
  readonly point: ((key: string | null) => void) | undefined
  readonly onDrag: OnDrag | undefined
}

/** A chart in which a mouse button went down. */
export interface Dragged {
  readonly svg: SVGSVGElement
  readonly size: Size
  readonly points: readonly ReadOutPoint[]
}

export type OnDrag = (from: Place, chart: Dragged) => void

/**
 * Lets a chart's points be read by pointer and by keys, and opens the questions behind the current one; returns the
 * handlers for the chart's container, and the link to follow. A finger reads a point with its first touch and opens it
 * with its second.
 */
export function useReadOut({ drawing: { points }, size, point, onDrag }: Reading) {
  const { width, height } = size
  const [at, move] = useState<number | null>(null)
  const setAt = (next: number | null) => {
    move(next)
    if (next !== at) point?.(next === null ? null : (points[next]?.of ?? null))
  }
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
  // Fingers scroll, and keys choose methods by name.
  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && svg.current !== null) onDrag?.(event, { svg: svg.current, size, points })
  }
  const ofPointer = { onClick, onPointerDown, onPointerMove, onPointerLeave }
  return { read, svg, link, handlers: { ...ofPointer, onKeyDown, onBlur: () => setAt(null) } }
}

interface RingsProps {
  readonly points: readonly ReadOutPoint[]
  readonly of: Linked
}

/** Rings around the mark of the method that is pointed at, and around the setting that is tried. */
export function Rings({ points, of: { pointed, at } }: RingsProps) {
  if (pointed === null) return null
  const own = points.filter((point) => point.of === pointed)
  const first = own.find((point) => point.at === undefined)
  const tried = at === undefined ? undefined : own.find((point) => point.at === at)
  return (
    <>
      {first === undefined ? null : <circle className="linked-ring" cx={first.x} cy={first.y} r={11} />}
      {tried === undefined ? null : <circle className="tried-ring" cx={tried.x} cy={tried.y} r={7} />}
    </>
  )
}

/** The current point in words beside it; below the chart they are read aloud, and shown where there is no room. */
export function Tip({ read: { x, y, text }, width }: { readonly read: ReadOutPoint; readonly width: number }) {
  const side = x > width / 2 ? 'read-tip left' : 'read-tip'
  return (
    <span className={side} aria-hidden="true" style={{ left: x, top: y }}>
      {text}
    </span>
  )
}

interface ReadOutProps {
  readonly read: ReadOutPoint | null
  readonly link: RefObject<HTMLAnchorElement | null>
}

/** The current point in words, with the link that Enter and a click follow. */
export function ReadOut({ read, link }: ReadOutProps) {
  return (
    <>
      <output className="read-out" aria-live="polite">
        {read?.text ?? ''}
      </output>
      {read?.href === undefined ? null : (
        <TeamLink ref={link} href={read.href} prefetch={false} tabIndex={-1} hidden>
          {read.text}
        </TeamLink>
      )}
    </>
  )
}
