'use client'

import { useScriptsRun } from './submit-button'

interface Props {
  readonly min: number
  readonly max: number
  readonly value: number
  /** The value as it is read out. */
  readonly words: string
  readonly onSlide: (value: number) => void
}

/** A slider, disabled until the page's scripts run: slid before, it would stand where nothing shows what that gives. */
export function Slider({ words, onSlide, ...range }: Props) {
  const isReady = useScriptsRun()
  return (
    <input
      {...range}
      type="range"
      aria-valuetext={words}
      disabled={!isReady}
      onChange={(event) => onSlide(Number(event.target.value))}
    />
  )
}
