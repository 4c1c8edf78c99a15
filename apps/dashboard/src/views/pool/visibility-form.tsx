'use client'

import type { PoolQueue, QueueVisibility } from '@cges-fleet/core'
import { setQueueVisibility } from '@cges-fleet/core/addresses'
import { type FormEvent, useState } from 'react'
import { ask } from '../../api/browser'
import { SubmitButton } from '../../ui/shell/submit-button'

interface Props extends Pick<PoolQueue, 'pool' | 'visibility'> {
  /** Reads the pool again. */
  readonly onDone: () => Promise<void>
}

const CHOICES: readonly (readonly [QueueVisibility, string])[] = [
  ['counts', 'numbers only'],
  ['teams', 'numbers and names of teams'],
  ['names', 'also evaluations and their owners'],
]

/** Sets what everyone sees of other teams in a pool, for those who run pools. */
export function VisibilityForm({ pool, visibility, onDone }: Props) {
  const [failure, setFailure] = useState<string | null>(null)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget).get('visibility')
    const wanted = CHOICES.find(([value]) => value === chosen)
    if (wanted === undefined) return
    const reply = await ask(setQueueVisibility, { path: { pool }, body: { visibility: wanted[0] } })
    setFailure(reply.ok ? null : reply.why)
    if (reply.ok) await onDone()
  }
  return (
    <details className="price-form">
      <summary>Change what everyone sees</summary>
      <form
        className="team visibility-form"
        method="post"
        aria-label={`What everyone sees in ${pool}`}
        onSubmit={(event) => void save(event)}
      >
        <label>
          Of other teams
          <select name="visibility" defaultValue={visibility}>
            {CHOICES.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <SubmitButton>Save</SubmitButton>
        {failure === null ? null : (
          <p role="alert" className="bad">
            {failure}
          </p>
        )}
      </form>
    </details>
  )
}
