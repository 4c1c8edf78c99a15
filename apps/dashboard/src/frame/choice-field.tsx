'use client'
import { useId } from 'react'
import type { Choice } from './choice'
import { usePreference } from './use-preference'

interface Props<Value extends string> {
  readonly name: string
  readonly title: string
  /** What it changes, if the title alone leaves that open. */
  readonly about?: string
  readonly choices: readonly Pick<Choice<Value>, 'value' | 'word'>[]
  readonly initial: Value
  readonly onChanged?: () => void
}

/** The choices of a preference side by side; a choice takes effect at once, on every page. */
export function ChoiceField<Value extends string>({ name, title, about, choices, initial, onChanged }: Props<Value>) {
  const [value, change] = usePreference(name, initial)
  const id = useId()
  return (
    <fieldset className="preference" aria-describedby={about === undefined ? undefined : id}>
      <legend>{title}</legend>
      <div className="segments">
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={name}
              checked={value === choice.value}
              onChange={() => {
                change(choice.value)
                onChanged?.()
              }}
            />{' '}
            {choice.word}
          </label>
        ))}
      </div>
      {about === undefined ? null : (
        <p id={id} className="muted">
          {about}
        </p>
      )}
    </fieldset>
  )
}
