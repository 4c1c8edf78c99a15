'use client'
import Link from 'next/link'
import { type ReactNode, type RefObject, useContext, useId } from 'react'
import { TextTable } from '../format/table/text-table'
import type { TableText } from '../format/table/table-text'
import { OnPaper } from '../frame/on-paper'
import type { Drawing, ReadOutPoint } from './drawing'
import { SavePicture } from './export/save-picture'
import type { Size } from './plot-area'
import { useReadOut } from './use-read-out'
import { useWidth } from './use-width'

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
