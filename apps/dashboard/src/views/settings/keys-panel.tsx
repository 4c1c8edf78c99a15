'use client'

import type { KeyView, Role } from '@cges-fleet/core'
import { createKey, revokeKey } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { ask } from '../../api/browser'
import { Instant } from '../../ui/format/instant'
import { formatInstant } from '../../ui/format/times'
import { useZone } from '../../ui/preferences/zone-scope'
import { Copyable } from '../../ui/shell/copying'
import { CopyTable } from '../../ui/table/copy-table'
import type { TableText } from '../../ui/table/table-text'
import { SubmitButton } from '../../ui/shell/submit-button'

interface Props {
  readonly keys: readonly KeyView[]
  /** The roles this caller may give to keys; none if it may not create and revoke them. */
  readonly gives: readonly Role[]
  /** Whether this fleet asks for keys at all. */
  readonly signIn: boolean
  /** The key signed in with. */
  readonly own: string | null
}

/** A team's keys, without their secrets. */
export function KeysPanel({ keys, gives, signIn, own }: Props) {
  const zone = useZone()
  const manages = gives.length > 0
  const { refresh } = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  const revoke = async (id: string) => {
    const reply = await ask(revokeKey, { path: { id } })
    setFailure(reply.ok ? null : reply.why)
    refresh()
  }
  return (
    <section className="panel">
      <h2>Keys</h2>
      {signIn ? null : <p className="muted">This fleet has no sign-in, so it asks for no key.</p>}
      {keys.length === 0 ? null : (
        <>
          <CopyTable title="Keys" read={() => keysTable(keys, zone)} />
          <KeysTable keys={keys} own={own} revoke={manages ? revoke : null} />
        </>
      )}
      {failure === null ? null : (
        <p role="alert" className="bad">
          {failure}
        </p>
      )}
      {manages && signIn ? <NewKeyForm roles={gives} onMade={refresh} /> : null}
    </section>
  )
}

type Revoke = ((id: string) => Promise<void>) | null

interface KeysTableProps {
  readonly keys: readonly KeyView[]
  readonly own: string | null
  /** Revokes a key; null if the reader may not. */
  readonly revoke: Revoke
}

const COLUMNS = ['Key', 'Name', 'Team', 'Role', 'State', 'Last used', 'Expires']

/** Keys, one a row; ended ones are dim. */
export function KeysTable({ keys, own, revoke }: KeysTableProps) {
  return (
    <div className="wide" tabIndex={0} role="region" aria-label="Keys">
      <table data-testid="keys">
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {revoke === null ? null : <th aria-label="Revoke" />}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} of={key} own={key.id === own} revoke={revoke} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly of: KeyView
  readonly own: boolean
  readonly revoke: Revoke
}

function KeyRow({ of, own, revoke }: RowProps) {
  return (
    <tr className={of.state === 'active' ? '' : 'dim'}>
      <th scope="row">
        <code>{of.id}</code>
        {own ? <span className="muted"> yours</span> : null}
      </th>
      <td>
        {of.name}
        {of.person === null ? null : <span className="muted"> of {of.person}</span>}
      </td>
      <td>{of.team}</td>
      <td>
        {of.role}
        {of.scopes === null ? null : <span className="muted"> only {of.scopes.join(', ')}</span>}
      </td>
      <td>{of.state}</td>
      <td>
        <InstantOrNever at={of.lastUsedAt} />
      </td>
      <td>
        <InstantOrNever at={of.expiresAt} />
      </td>
      {revoke === null ? null : (
        <td className="number">{of.state === 'active' ? <RevokeButton id={of.id} revoke={revoke} /> : null}</td>
      )}
    </tr>
  )
}

function InstantOrNever({ at }: { readonly at: string | null }) {
  return at === null ? <span className="muted">never</span> : <Instant at={at} />
}

function RevokeButton({ id, revoke }: { readonly id: string; readonly revoke: NonNullable<Revoke> }) {
  const [sure, setSure] = useState(false)
  return (
    <button type="button" className={sure ? 'danger' : ''} onClick={() => (sure ? void revoke(id) : setSure(true))}>
      {sure ? 'Revoke for good' : 'Revoke'}
    </button>
  )
}

const TITLES: Readonly<Record<Role, string>> = {
  viewer: 'viewer: reads',
  member: 'member: submits too',
  operator: 'operator: submits and runs pools',
  admin: 'admin: submits and manages this team',
  'fleet-admin': 'fleet-admin: manages every team',
}

interface NewKeyFormProps {
  readonly roles: readonly Role[]
  readonly onMade: () => void
}

/** Makes a key and shows it, this once. */
function NewKeyForm({ roles, onMade }: NewKeyFormProps) {
  const [made, setMade] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = form.get('name')
    const role = roles.find((one) => one === form.get('role'))
    if (typeof name !== 'string' || role === undefined) return
    const reply = await ask(createKey, { body: { name, role } })
    setFailure(reply.ok ? null : reply.why)
    setMade(reply.ok ? reply.answer.key : null)
    onMade()
  }
  return (
    <form className="new-key" method="post" onSubmit={(event) => void make(event)}>
      <label>
        New key for
        <input name="name" required maxLength={80} placeholder="a person or a program" />
      </label>
      <RoleChoice of={roles} />
      <SubmitButton>Make key</SubmitButton>
      {failure === null ? null : (
        <p role="alert" className="bad">
          {failure}
        </p>
      )}
      {made === null ? null : (
        <div className="made" role="status">
          <p>It is shown only once. Anyone who has it acts for this team.</p>
          <Copyable text={made} />
        </div>
      )}
    </form>
  )
}

function RoleChoice({ of: roles }: { readonly of: readonly Role[] }) {
  return (
    <label>
      Role
      <select name="role" defaultValue="member">
        {roles.map((role) => (
          <option key={role} value={role}>
            {TITLES[role]}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Keys as words, without what cannot be copied: their secrets. */
export function keysTable(keys: readonly KeyView[], zone: string): TableText {
  const instantText = (at: string | null) => (at === null ? 'never' : formatInstant(at, zone))
  return {
    columns: ['Name', 'Key', 'Team', 'Role', 'State', 'Last used', 'Expires'],
    rows: keys.map(({ id, name, person, team, role, scopes, state, lastUsedAt, expiresAt }) => [
      person === null ? name : `${name} of ${person}`,
      id,
      team,
      scopes === null ? role : `${role}, only ${scopes.join(', ')}`,
      state,
      instantText(lastUsedAt),
      instantText(expiresAt),
    ]),
  }
}
