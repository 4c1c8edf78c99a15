'use client'

import type { KeyView, TeamView } from '@cges-fleet/core'
import { changeTeam } from '@cges-fleet/core/addresses'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { ask } from '../../api/browser'
import { useZone } from '../../ui/preferences/zone-scope'
import { TextTable } from '../../ui/table/text-table'
import { keysTable } from './keys-panel'
import { LIMIT_TITLES } from './limits-panel'
import { NewTeamForm, type Notice, NoticeLine } from './new-team-form'
import { SubmitButton } from '../../ui/shell/submit-button'

type Creation = Omit<Parameters<typeof NewTeamForm>[0], 'onMade' | 'isFirst'>

/** The form for a team, on a page that was opened for it. */
export function NewTeamPanel(creation: Creation) {
  const { refresh } = useRouter()
  return (
    <section className="panel">
      <NewTeamForm {...creation} isFirst onMade={refresh} />
    </section>
  )
}

interface TeamsProps {
  readonly teams: readonly TeamView[]
  /** What the form for a new team needs; null if it stands elsewhere. */
  readonly creation: Creation | null
}

/** Every team's weight and limits, editable by those who administer teams. */
export function TeamsPanel({ teams, creation }: TeamsProps) {
  const { refresh } = useRouter()
  return (
    <section className="panel" data-testid="teams">
      <h2>Teams</h2>
      <p className="muted">
        A team’s share of a pool is its weight among the teams that have work there. Leave a field empty for no limit.
      </p>
      {creation === null ? null : <NewTeamForm {...creation} isFirst={false} onMade={refresh} />}
      {teams.map((team) => (
        <TeamForm key={team.name} team={team} onSaved={refresh} />
      ))}
    </section>
  )
}

/** Sizes are entered in GiB: dividing by a power of two is exact, so the bytes survive the round trip. */
const GIB = 2 ** 30

interface Props {
  readonly team: TeamView
  readonly onSaved: () => void
}

/** One team's weight and limits as fields. */
function TeamForm({ team, onSaved }: Props) {
  const [notice, setNotice] = useState<Notice>(null)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reply = await ask(changeTeam, {
      path: { team: team.name },
      body: changeIn(new FormData(event.currentTarget)),
    })
    setNotice(reply.ok ? { bad: false, text: 'Saved.' } : { bad: true, text: reply.why })
    if (reply.ok) onSaved()
  }
  return (
    <form className="team" method="post" aria-label={`Team ${team.name}`} onSubmit={(event) => void save(event)}>
      <h3>{team.name}</h3>
      <label>
        Weight
        <input name="weight" type="number" min="0" max="1000" step="any" required defaultValue={team.weight} />
      </label>
      <LimitFields team={team} />
      <SubmitButton>Save</SubmitButton>
      <NoticeLine of={notice} />
    </form>
  )
}

function LimitFields({ team }: Pick<Props, 'team'>) {
  return (
    <>
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
      {KEEP_TITLES.map(([kept, title]) => (
        <label key={kept}>
          {title}
          <input name={kept} type="number" min="1" placeholder="for ever" defaultValue={team.keep[kept] ?? ''} />
        </label>
      ))}
      <GatewayFields of={team.gateway} />
    </>
  )
}

/** What is kept of the team's requests to the gateway. */
function GatewayFields({ of: { keepDays, auditShare } }: { readonly of: TeamView['gateway'] }) {
  return (
    <>
      <label>
        Keep figures of gateway requests, in days
        <input name="keepDays" type="number" min="1" max="400" placeholder="not kept" defaultValue={keepDays ?? ''} />
      </label>
      <label>
        Share of them to audit, in %
        <input
          name="auditShare"
          type="number"
          min="0"
          max="100"
          step="any"
          required
          defaultValue={percentOf(auditShare)}
        />
      </label>
    </>
  )
}

const percentOf = (share: number) => Number((100 * share).toFixed(6))

const KEEP_TITLES = [
  ['finishedDays', 'Delete evaluations this many days after they end'],
  ['archivedDays', 'Delete evaluations this many days after they are archived'],
  ['textsDays', 'Delete only their texts this many days after they end'],
] as const

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
  const keep = KEEP_TITLES.map(([kept]) => [kept, form.get(kept) === '' ? null : Number(form.get(kept))])
  const days = form.get('keepDays')
  const gateway = { keepDays: days === '' ? null : Number(days), auditShare: Number(form.get('auditShare')) / 100 }
  const weight = Number(form.get('weight'))
  return { weight, limits: Object.fromEntries(limits), keep: Object.fromEntries(keep), gateway }
}

/** Who acts for the team: the holders of active keys. */
export function MembersPanel({ keys }: { readonly keys: readonly KeyView[] }) {
  const zone = useZone()
  const working = keys.filter(({ state }) => state === 'active')
  return (
    <section className="panel" data-testid="members">
      <h2>Keys that act for it</h2>
      {working.length === 0 ? (
        <p className="muted">
          No active keys. Make one under <Link href="/settings/keys">Keys</Link>.
        </p>
      ) : (
        <TextTable title="Active keys" table={keysTable(working, zone)} />
      )}
    </section>
  )
}
