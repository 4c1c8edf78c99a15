'use client'

import { chooseTeam } from '@cges-fleet/core/addresses'
import { useState } from 'react'
import { ask } from '../../api/browser'

interface Props {
  readonly team: string
  /** The reader's teams; none if they signed in with a key. */
  readonly teams: readonly string[]
}

/** The team whose work the reader sees, and their others to change to. */
export function TeamChoice({ team, teams }: Props) {
  const [busy, setBusy] = useState(false)
  if (teams.length < 2) return team
  const change = async (to: string) => {
    setBusy(true)
    const reply = await ask(chooseTeam, { body: { team: to } })
    // What is open belongs to the team that is left.
    if (reply.ok) location.assign('/evaluations')
    else setBusy(false)
  }
  return (
    <select aria-label="Team" value={team} disabled={busy} onChange={(event) => void change(event.target.value)}>
      {teams.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}
