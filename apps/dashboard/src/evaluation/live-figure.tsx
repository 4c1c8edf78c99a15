import type { LiveWords } from '@cges-fleet/core/live-words'

interface Props {
  readonly words: LiveWords
  /** Written before the value, such as `Δ`. */
  readonly of?: string
}

/** A figure while it runs, worded unlike any final one: its value so far, and the limits of its end. */
export function LiveFigure({ words: { value, limits }, of }: Props) {
  return (
    <>
      <span className="tag">so far</span>
      <span className="value">
        {of === undefined ? '' : `${of} `}
        {value}
      </span>
      <span className="aside">{limits}</span>
    </>
  )
}
