'use client'
import type { TeamView } from '@cges-fleet/core'
import { useRouter } from 'next/navigation'
import { TeamForm } from './team-form'

/** Every team's weight and limits, editable by those who administer teams. */
export function TeamsPanel({ teams }: { readonly teams: readonly TeamView[] }) {
  const { refresh } = useRouter()
  return (
    <section className="panel" data-testid="teams">
      <h2>Teams</h2>
      <p className="muted">
        A team’s share of a pool is its weight among the teams that have work there. An empty limit is none.
      </p>
      {teams.map((team) => (
        <TeamForm key={team.name} team={team} onSaved={refresh} />
      ))}
    </section>
  )
}
