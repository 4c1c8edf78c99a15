'use client'

import { chooseTeam } from '@cges-fleet/core/addresses'
import { useState } from 'react'
import { ask } from '../../api/browser'

interface Props {
  readonly team: string
  /** The reader's teams; none if they signed in with a key. */
  readonly teams: readonly string[]
}

/** Has the reader work in another of their teams; false if that failed. What is open belongs to the team that is left. */
export async function changeTeam(team: string): Promise<boolean> {
  const reply = await ask(chooseTeam, { body: { team } })
  if (reply.ok) location.assign('/evaluations')
  return reply.ok
}

/** The team whose work the reader sees, and their others to change to. */
export function TeamChoice({ team, teams }: Props) {
  const [busy, setBusy] = useState(false)
  if (teams.length < 2) return team
  const change = async (to: string) => {
    setBusy(true)
    if (!(await changeTeam(to))) setBusy(false)
  }
  return (
    <select aria-label="Team" value={team} disabled={busy} onChange={(event) => void change(event.target.value)}>
      {teams.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}
