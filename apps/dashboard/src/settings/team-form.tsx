'use client'
import type { TeamView } from '@cges-fleet/core'
import { changeTeam } from '@cges-fleet/core/addresses'
import { type FormEvent, useState } from 'react'
import { ask } from '../api/ask'
import { LIMIT_TITLES } from './limit-titles'

/** Sizes are entered in GiB: dividing by a power of two is exact, so the bytes survive the round trip. */
const GIB = 2 ** 30

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
          {limit === 'storedBytes' ? `${title}, in GiB` : title}
          <input
            name={limit}
            type="number"
            min="0"
            step="any"
            placeholder="no limit"
            defaultValue={shown(limit, team.limits[limit])}
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

type Limit = keyof TeamView['limits']

function shown(limit: Limit, most: number | null): number | '' {
  if (most === null) return ''
  return limit === 'storedBytes' ? most / GIB : most
}

function changeIn(form: FormData) {
  const limits = LIMIT_TITLES.map(([limit]) => {
    const written = form.get(limit)
    if (written === '') return [limit, null]
    return [limit, limit === 'storedBytes' ? Math.round(Number(written) * GIB) : Number(written)]
  })
  return { weight: Number(form.get('weight')), limits: Object.fromEntries(limits) }
}
