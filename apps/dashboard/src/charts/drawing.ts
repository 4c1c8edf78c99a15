import type { ReactNode } from 'react'

/** A point of a chart that can be read out, in pixels, with its words. */
export interface ReadOutPoint {
  readonly series: string
  readonly x: number
  readonly y: number
  readonly text: string
  /** The address of the questions behind it; none if no selection finds them. */
  readonly href?: string
}

/** A chart at one size: what is drawn, and what hovering and arrow keys can reach. */
export interface Drawing {
  readonly content: ReactNode
  readonly points: readonly ReadOutPoint[]
}
