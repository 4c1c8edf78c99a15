'use client'

import { type Role, type Scope, scopesOf } from '@cges-fleet/core'
import { createKey } from '@cges-fleet/core/addresses'
import { type FormEvent, useState } from 'react'
import { ask } from '../../api/browser'
import { useStored } from '../../ui/preferences/stored'
import { Copyable } from '../../ui/shell/copying'
import { ENDS } from '../../ui/shell/ends'
import { SubmitButton } from '../../ui/shell/submit-button'

const TITLES: Readonly<Record<Role, string>> = {
  viewer: 'viewer: reads',
  member: 'member: submits evaluations',
  operator: 'operator: submits, and runs pools',
  admin: 'admin: submits, and manages this team',
  'fleet-admin': 'fleet-admin: manages every team',
}

interface Props {
  readonly roles: readonly Role[]
  /** The teams that the reader makes keys for, their own first; one if they cannot choose. */
  readonly teams: readonly string[]
  readonly onMade: () => void
}

/** Makes a key and shows it, this once. */
export function NewKeyForm({ roles, teams, onMade }: Props) {
  const [role, setRole] = useState<Role>('member')
  const [made, setMade] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = form.get('name')
    const team = teams.find((one) => one === form.get('team'))
    if (typeof name !== 'string') return
    const reply = await ask(createKey, {
      body: { name, role, ...(team === undefined ? {} : { team }), ...limitsIn(form) },
    })
    setFailure(reply.ok ? null : reply.why)
    setMade(reply.ok ? reply.answer.key : null)
    onMade()
  }
  return (
    <form className="new-key" method="post" aria-label="New key" onSubmit={(event) => void make(event)}>
      <label>
        New key for
        <input name="name" required maxLength={80} placeholder="a person or a program" />
      </label>
      {teams.length > 1 ? <TeamChoice of={teams} /> : null}
      <RoleChoice of={roles} value={role} onChange={setRole} />
      <KeyLimits scopes={scopesOf(role, null)} />
      <SubmitButton>Make key</SubmitButton>
      {failure === null ? null : (
        <p role="alert" className="bad">
          {failure}
        </p>
      )}
      {made === null ? null : <MadeKey text={made} whom="acts for its team" />}
    </form>
  )
}

/** Under which name this tab keeps the team that was created last. */
export const NEW_TEAM = 'new-team'

/** A team to choose: the one just created, else the reader's own. */
export function TeamChoice({ of: teams }: { readonly of: readonly string[] }) {
  const created = useStored(NEW_TEAM, 'sessionStorage')
  const [chosen, setChosen] = useState<string | null>(null)
  const team = chosen ?? teams.find((one) => one === created) ?? teams[0]
  return (
    <label>
      In team
      <select name="team" value={team} onChange={({ target }) => setChosen(target.value)}>
        {teams.map((team) => (
          <option key={team}>{team}</option>
        ))}
      </select>
    </label>
  )
}

interface RoleChoiceProps {
  readonly label?: string
  readonly of: readonly Role[]
  readonly value: Role
  readonly onChange: (role: Role) => void
}

/** A role to choose, with what it may do. */
export function RoleChoice({ label = 'Role', of: roles, value, onChange }: RoleChoiceProps) {
  const choose = (chosen: string) => {
    const role = roles.find((one) => one === chosen)
    if (role !== undefined) onChange(role)
  }
  return (
    <label>
      {label}
      <select name="role" value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {roles.map((role) => (
          <option key={role} value={role}>
            {TITLES[role]}
          </option>
        ))}
      </select>
    </label>
  )
}

/** When a key ends, and which of its role's rights it has. */
export function KeyLimits({ scopes, never = 'never' }: { readonly scopes: readonly Scope[]; readonly never?: string }) {
  return (
    <>
      <label>
        Expires
        <select name="days" defaultValue="">
          <option value="">{never}</option>
          {ENDS.map(([days, title]) => (
            <option key={days} value={days}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <details className="scopes">
        <summary>Limit what it may do</summary>
        <fieldset>
          <legend>Only these, or all if none is chosen</legend>
          {scopes.map((scope) => (
            <label key={scope} className="check">
              <input type="checkbox" name="scope" value={scope} /> {scope}
            </label>
          ))}
        </fieldset>
      </details>
    </>
  )
}

const DAY_MS = 86_400_000

/** What a form with `KeyLimits` asks for, as the API takes it. */
export function limitsIn(form: FormData): { readonly scopes?: Scope[]; readonly expiresAt?: string } {
  const scopes = form.getAll('scope') as Scope[]
  const days = Number(form.get('days'))
  return {
    ...(scopes.length === 0 ? {} : { scopes }),
    ...(days > 0 ? { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() } : {}),
  }
}

/** A new key, to be copied now or never. */
export function MadeKey({ text, whom }: { readonly text: string; readonly whom: string }) {
  return (
    <div className="made" role="status">
      <p>It is shown only once. Anyone who has it {whom}.</p>
      <Copyable text={text} />
    </div>
  )
}
