'use client'

import { memo, type ReactNode, type RefObject, useContext, useEffect, useId, useMemo, useRef, useState } from 'react'
import { ByShareLink } from '../../addresses/team-link'
import { SavePicture } from './save-picture'
import { OnPaper } from '../shell/on-paper'
import type { TableText } from '../table/table-text'
import { TextTable } from '../table/text-table'
import type { Drawing } from './drawing'
import type { Size } from './geometry'
import { type Linked, type OnDrag, ReadOut, Rings, Tip, useReadOut } from './read-out'

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
  /** Takes the height that its panel has left, rather than one of its own. */
  readonly fills?: boolean
  /** Links its points with rows beside it. */
  readonly linked?: Linked
  /** Takes over where a mouse begins to drag. */
  readonly onDrag?: OnDrag
  /** What stands below the chart. */
  readonly children?: ReactNode
}

const GUESSED_WIDTH = 640

/**
 * A chart with its finding in words above it, its points readable by pointer and keys, and its data as a table below
 * it.
 */
export function ChartFigure(props: Props) {
  const { title, finding, height, draw, table, isPart = false, fills = false, linked, onDrag } = props
  const id = useId()
  const onPaper = useContext(OnPaper)
  const { ref, ...room } = useRoom(isPart ? 320 : GUESSED_WIDTH, height)
  const { width } = room
  const size = useMemo(() => ({ width, height: fills ? room.height : height }), [width, fills, room.height, height])
  const byShareLink = useContext(ByShareLink)
  const drawing = useMemo(() => (byShareLink ? unlinked(draw(size)) : draw(size)), [byShareLink, draw, size])
  const { read, svg, link, handlers } = useReadOut({ drawing, size, point: linked?.point, onDrag })
  const opens = drawing.points.some(({ href }) => href !== undefined) ? ', Enter opens the questions behind one' : ''
  return (
    <figure className={`chart ${isPart ? 'part' : 'panel'} ${fills ? 'fills' : ''}`} data-chart={title}>
      <Head id={`${id}-title`} title={title} isPart={isPart} choice={onPaper ? undefined : props.choice} />
      <figcaption id={`${id}-finding`}>{finding}</figcaption>
      <div
        ref={ref}
        className="chart-room"
        style={fills ? undefined : { height }}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its points are read with the arrow keys
        tabIndex={0}
        role="group"
        aria-label={onPaper ? title : `${title}: arrow keys read its points${opens}`}
        data-opens={read?.href === undefined ? undefined : ''}
        aria-describedby={`${id}-finding`}
        {...handlers}
      >
        <svg ref={svg} viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-labelledby={`${id}-title`}>
          {drawing.content}
          {linked === undefined ? null : <Rings points={drawing.points} of={linked} />}
          {read === null ? null : <circle className="read-ring" cx={read.x} cy={read.y} r={9} />}
        </svg>
        {read === null ? null : <Tip read={read} width={width} />}
      </div>
      {onPaper ? null : <ReadOut read={read} link={link} />}
      {props.children}
      <More title={title} table={table} svg={svg} />
    </figure>
  )
}

/** A drawing whose points lead nowhere. */
function unlinked(drawing: Drawing): Drawing {
  return { ...drawing, points: drawing.points.map(({ href: _href, ...point }) => point) }
}

interface MoreProps extends Pick<Props, 'title' | 'table'> {
  readonly svg: RefObject<SVGSVGElement | null>
}

/** The chart's data as a table, and the chart as a file; not drawn again while a reader points or slides. */
const More = memo(function More({ title, table, svg }: MoreProps) {
  const onPaper = useContext(OnPaper)
  return (
    <details className="chart-more">
      {onPaper ? (
        <summary>Table</summary>
      ) : (
        <summary aria-label={`Table, picture: ${title}`} title="Table, picture">
          ⋯
        </summary>
      )}
      {onPaper ? null : <SavePicture svg={svg} title={title} />}
      <TextTable title={title} table={table} />
    </details>
  )
})

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
  const { ref, width } = useRoom(480, height)
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

/** The room a chart has; until the page is alive, a guess that the drawing is scaled from. */
function useRoom(guess: number, guessedHeight: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: guess, height: guessedHeight })
  useEffect(() => {
    const box = ref.current
    if (box === null) return
    const observer = new ResizeObserver(() =>
      setRoom({
        width: Math.max(240, Math.round(box.clientWidth)),
        height: Math.max(180, Math.round(box.clientHeight)),
      }),
    )
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return { ref, ...room }
}
