/** A mark on an axis: where, in pixels, and what it says. */
export interface Tick {
  readonly at: number
  readonly text: string
}
