'use client'

import type { KeyView, TeamView } from '@cges-fleet/core'
import { changeTeam, createTeam } from '@cges-fleet/core/addresses'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { ask } from '../../api/browser'
import { useZone } from '../../ui/preferences/zone-scope'
import { TextTable } from '../../ui/table/text-table'
import { keysTable } from './keys-panel'
import { LIMIT_TITLES } from './limits-panel'
import { SubmitButton } from '../../ui/shell/submit-button'

/** Every team's weight and limits, editable by those who administer teams. */
export function TeamsPanel({ teams }: { readonly teams: readonly TeamView[] }) {
  const { refresh } = useRouter()
  return (
    <section className="panel" data-testid="teams">
      <h2>Teams</h2>
      <p className="muted">
        A team’s share of a pool is its weight among the teams that have work there. Leave a field empty for no limit.
      </p>
      <NewTeamForm onMade={refresh} />
      {teams.map((team) => (
        <TeamForm key={team.name} team={team} onSaved={refresh} />
      ))}
    </section>
  )
}

/** The limits that a new team gets at once; its own form, which then appears, has all. */
const FIRST_LIMITS = LIMIT_TITLES.filter(([limit]) => limit === 'tokensPerDay' || limit === 'gpuSecondsPerMonth')

/** Creates a team. */
function NewTeamForm({ onMade }: { readonly onMade: () => void }) {
  const [notice, setNotice] = useState<Notice>(null)
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const entered = new FormData(form)
    const name = entered.get('name')
    if (typeof name !== 'string') return
    const written = (limit: Limit) => [limit, entered.get(limit) === '' ? null : Number(entered.get(limit))] as const
    const limits = Object.fromEntries(FIRST_LIMITS.map(([limit]) => written(limit)))
    const reply = await ask(createTeam, { body: { name, weight: Number(entered.get('weight')), limits } })
    setNotice(
      reply.ok
        ? { bad: false, text: `Created ${name}. Next: make a key for it under Keys.` }
        : { bad: true, text: reply.why },
    )
    if (reply.ok) form.reset()
    onMade()
  }
  return (
    <form className="team" method="post" aria-label="New team" onSubmit={(event) => void make(event)}>
      <label>
        New team
        <input name="name" required pattern="[a-z0-9][a-z0-9\-]{0,39}" title="1 to 40 of a-z, 0-9 and -" />
      </label>
      <label>
        Weight
        <input name="weight" type="number" min="0" max="1000" step="any" required defaultValue={1} />
      </label>
      {FIRST_LIMITS.map(([limit, title]) => (
        <label key={limit}>
          {title}
          <input name={limit} type="number" min="1" placeholder="no limit" />
        </label>
      ))}
      <SubmitButton>Create team</SubmitButton>
      <NoticeLine of={notice} />
    </form>
  )
}

type Notice = { readonly bad: boolean; readonly text: string } | null

function NoticeLine({ of: notice }: { readonly of: Notice }) {
  if (notice === null) return null
  return (
    <p role={notice.bad ? 'alert' : 'status'} className={notice.bad ? 'bad' : 'muted'}>
      {notice.text}
    </p>
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
    </>
  )
}

const KEEP_TITLES = [
  ['finishedDays', 'Delete evaluations this many days after they end'],
  ['archivedDays', 'Delete evaluations this many days after they are archived'],
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
  return { weight: Number(form.get('weight')), limits: Object.fromEntries(limits), keep: Object.fromEntries(keep) }
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
