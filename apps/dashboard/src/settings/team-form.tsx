'use client'
import type { TeamView } from '@cges-fleet/core'
import { changeTeam } from '@cges-fleet/core/addresses'
import { type FormEvent, useState } from 'react'
import { ask } from '../api/ask'
import { LIMIT_TITLES } from './limit-titles'

interface Props {
  readonly team: TeamView
  readonly onSaved: () => void
}

/** One team's weight and limits as fields. */
export function TeamForm({ team, onSaved }: Props) {
  const [told, setTold] = useState<{ readonly bad: boolean; readonly text: string } | null>(null)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const asked = await ask(changeTeam, {
      path: { team: team.name },
      body: changeIn(new FormData(event.currentTarget)),
    })
    setTold(asked.ok ? { bad: false, text: 'Saved.' } : { bad: true, text: asked.why })
    if (asked.ok) onSaved()
  }
  return (
    <form className="team" method="post" aria-label={`Team ${team.name}`} onSubmit={(event) => void save(event)}>
      <h3>{team.name}</h3>
      <label>
        Weight
        <input name="weight" type="number" min="0" max="1000" step="any" required defaultValue={team.weight} />
      </label>
      {LIMIT_TITLES.map(([limit, title]) => (
        <label key={limit}>
          {title}
          <input
            name={limit}
            type="number"
            min="0"
            step="any"
            placeholder="no limit"
            defaultValue={team.limits[limit] ?? ''}
          />
        </label>
      ))}
      <button type="submit">Save</button>
      {told === null ? null : (
        <p role={told.bad ? 'alert' : 'status'} className={told.bad ? 'bad' : 'muted'}>
          {told.text}
        </p>
      )}
    </form>
  )
}

function changeIn(form: FormData) {
  const limits = LIMIT_TITLES.map(([limit]) => [limit, form.get(limit) === '' ? null : Number(form.get(limit))])
  return { weight: Number(form.get('weight')), limits: Object.fromEntries(limits) }
}
