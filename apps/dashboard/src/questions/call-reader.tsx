'use client'
interface Props {
  readonly calls: number
  readonly call: number
  readonly onChange: (call: number) => void
  /** The state after that call, in words. */
  readonly words: string
}

/** Reads a chart out call by call, by keyboard or pointer. */
export function CallReader({ calls, call, onChange, words }: Props) {
  return (
    <div className="call-reader">
      <label>
        Read after call{' '}
        <input
          type="range"
          min={1}
          max={calls}
          value={call}
          aria-valuetext={`call ${call}: ${words}`}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      </label>
      <output className="muted">
        {call}: {words}
      </output>
    </div>
  )
}
