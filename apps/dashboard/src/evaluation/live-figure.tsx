import type { LiveWords } from '@cges-fleet/core/live-words'

interface Props {
  readonly words: LiveWords
  /** Written before the value, such as `Δ`. */
  readonly of?: string
}

/** A figure while it runs, in words that no final one has: how it stands, and where it will end. */
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
