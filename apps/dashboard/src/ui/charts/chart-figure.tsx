'use client'

import Link from 'next/link'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { SavePicture } from './save-picture'
import { OnPaper } from '../shell/on-paper'
import type { TableText } from '../table/table-text'
import { TextTable } from '../table/text-table'
import { type Drawing, pointAt, type ReadOutPoint, stepReadOut } from './drawing'
import type { Size } from './geometry'

interface Props {
  readonly title: string
  /** What the chart shows, in words: for everybody, and the only access for readers who cannot see it. */
  readonly finding: ReactNode
  readonly height: number
  readonly draw: (size: Size) => Drawing
  /** The same data as a table. */
  readonly table: TableText
  /** A chart among others of a panel: its title is smaller and it has no frame. */
  readonly isPart?: boolean
  /** A choice beside the title; null reserves its space. */
  readonly choice?: ReactNode
}

const GUESSED_WIDTH = 640

/**
 * A chart with its finding in words above it, its points readable by pointer and keys, and its data as a table below
 * it.
 */
export function ChartFigure({ title, finding, height, draw, table, isPart = false, choice }: Props) {
  const id = useId()
  const onPaper = useContext(OnPaper)
  const { ref, width } = useWidth(isPart ? 320 : GUESSED_WIDTH)
  const size = { width, height }
  const drawing = draw(size)
  const { read, svg, link, handlers } = useReadOut(drawing, size)
  const opens = drawing.points.some(({ href }) => href !== undefined) ? ', Enter opens the questions behind one' : ''
  return (
    <figure className={isPart ? 'chart part' : 'panel chart'} data-chart={title}>
      <Head id={`${id}-title`} title={title} isPart={isPart} choice={onPaper ? undefined : choice} />
      <figcaption id={`${id}-finding`}>{finding}</figcaption>
      <div
        ref={ref}
        className="chart-room"
        style={{ height }}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its points are read with the arrow keys
        tabIndex={0}
        role="group"
        aria-label={onPaper ? title : `${title}: arrow keys read its points${opens}`}
        data-opens={read?.href === undefined ? undefined : ''}
        aria-describedby={`${id}-finding`}
        {...handlers}
      >
        <svg ref={svg} viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${id}-title`}>
          {drawing.content}
          {read === null ? null : <circle className="read-ring" cx={read.x} cy={read.y} r={9} />}
        </svg>
      </div>
      {onPaper ? null : <ReadOut read={read} link={link} />}
      <details className="chart-more">
        <summary>{onPaper ? 'Table' : 'Table, picture'}</summary>
        {onPaper ? null : <SavePicture svg={svg} title={title} />}
        <TextTable title={title} table={table} />
      </details>
    </figure>
  )
}

interface ReadOutProps {
  readonly read: ReadOutPoint | null
  readonly link: RefObject<HTMLAnchorElement | null>
}

/** The current point in words, with the link that Enter and a click follow. */
function ReadOut({ read, link }: ReadOutProps) {
  return (
    <>
      <output className="read-out" aria-live="polite">
        {read?.text ?? ''}
      </output>
      {read?.href === undefined ? null : (
        <Link ref={link} href={read.href} prefetch={false} tabIndex={-1} hidden>
          {read.text}
        </Link>
      )}
    </>
  )
}

interface HeadProps extends Pick<Props, 'title' | 'isPart' | 'choice'> {
  readonly id: string
}

function Head({ id, title, isPart = false, choice }: HeadProps) {
  const Title = isPart ? 'h3' : 'h2'
  if (choice === undefined) return <Title id={id}>{title}</Title>
  return (
    <div className="chart-head">
      <Title id={id}>{title}</Title>
      {choice}
    </div>
  )
}

interface PictureProps {
  readonly title: string
  /** What it shows, in words: the only access for readers who cannot see it. */
  readonly words: string
  readonly height: number
  readonly draw: (width: number) => ReactNode
}

/** A drawing without axes, as wide as its container, with buttons to save it. */
export function Picture({ title, words, height, draw }: PictureProps) {
  const onPaper = useContext(OnPaper)
  const { ref, width } = useWidth(480)
  const svg = useRef<SVGSVGElement>(null)
  return (
    <>
      <div ref={ref} className="chart-room" style={{ height }}>
        <svg ref={svg} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${title}: ${words}`}>
          {draw(width)}
        </svg>
      </div>
      {onPaper ? null : <SavePicture svg={svg} title={title} />}
    </>
  )
}

interface Place {
  readonly clientX: number
  readonly clientY: number
}

/**
 * Lets a chart's points be read by pointer and by keys, and opens the questions behind the current one; returns the
 * handlers for the chart's container, and the link to follow. A finger reads a point with its first touch and opens it
 * with its second.
 */
function useReadOut({ points }: Drawing, { width, height }: Size) {
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

/** The width of the room a chart has; until the page is alive, a guess that the drawing is scaled from. */
function useWidth(guess: number) {
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
