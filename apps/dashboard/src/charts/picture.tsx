'use client'
import { type ReactNode, useContext, useRef } from 'react'
import { OnPaper } from '../frame/on-paper'
import { SavePicture } from './export/save-picture'
import { useWidth } from './use-width'

interface Props {
  readonly title: string
  /** What it shows, in words: the only access for readers who cannot see it. */
  readonly words: string
  readonly height: number
  readonly draw: (width: number) => ReactNode
}

/** A drawing without axes, as wide as its container, with buttons to save it. */
export function Picture({ title, words, height, draw }: Props) {
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
