'use client'

import type { KeyView, Role } from '@cges-fleet/core'
import { revokeKey, rotateKey } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ask } from '../../api/browser'
import { Instant } from '../../ui/format/instant'
import { formatInstant } from '../../ui/format/times'
import { useZone } from '../../ui/preferences/zone-scope'
import { ColumnHeads } from '../../ui/table/column-heads'
import { CopyTable } from '../../ui/table/copy-table'
import type { TableText } from '../../ui/table/table-text'
import { MadeKey, NewKeyForm } from './new-key-form'

interface Props {
  readonly keys: readonly KeyView[]
  /** The roles this caller may give to keys; none if it may not create and revoke them. */
  readonly gives: readonly Role[]
  /** The teams that this caller makes keys for, its own first. */
  readonly teams: readonly string[]
  /** Whether this fleet asks for keys at all. */
  readonly signIn: boolean
  /** The key signed in with. */
  readonly own: string | null
}

/** A team's keys, without their secrets. */
export function KeysPanel({ keys, gives, teams, signIn, own }: Props) {
  const zone = useZone()
  const manages = gives.length > 0
  const { refresh } = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  const revoke = async (id: string) => {
    const reply = await ask(revokeKey, { path: { id } })
    setFailure(reply.ok ? null : reply.why)
    refresh()
  }
  const [replaced, setReplaced] = useState<string | null>(null)
  const rotate = async (id: string) => {
    const reply = await ask(rotateKey, { path: { id }, body: { overlapHours: OVERLAP_HOURS } })
    setFailure(reply.ok ? null : reply.why)
    setReplaced(reply.ok ? reply.answer.key : null)
    refresh()
  }
  return (
    <section className="panel">
      <h2>Keys</h2>
      {signIn ? null : <p className="muted">This fleet has no sign-in, so it asks for no key.</p>}
      {keys.length === 0 ? null : (
        <>
          <CopyTable title="Keys" read={() => keysTable(keys, zone)} />
          <KeysTable keys={keys} own={own} change={manages ? { revoke, rotate } : null} />
        </>
      )}
      {failure === null ? null : (
        <p role="alert" className="bad">
          {failure}
        </p>
      )}
      {replaced === null ? null : <MadeKey text={replaced} whom="acts for its team; the old one works for a day" />}
      {manages && signIn ? <NewKeyForm roles={gives} teams={teams} onMade={refresh} /> : null}
    </section>
  )
}

/** How long a key works on that was rotated. */
const OVERLAP_HOURS = 24

/** What a reader may do with a key; null if nothing. A person's own key is not rotated. */
export type KeyChange = {
  readonly revoke: (id: string) => Promise<void>
  readonly rotate: ((id: string) => Promise<void>) | null
} | null

interface KeysTableProps {
  readonly keys: readonly KeyView[]
  readonly own: string | null
  readonly change: KeyChange
}

const COLUMNS = ['Key', 'Name', 'Team', 'Role', 'State', 'Last used', 'Expires']

/** Keys, one a row; ended ones are dim. */
export function KeysTable({ keys, own, change }: KeysTableProps) {
  return (
    <div className="wide" tabIndex={0} role="region" aria-label="Keys">
      <table data-testid="keys">
        <thead>
          <tr>
            <ColumnHeads columns={COLUMNS} />
            {change === null ? null : (
              <th scope="col">
                <span className="sr-only">Rotate or revoke</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} of={key} own={key.id === own} change={change} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly of: KeyView
  readonly own: boolean
  readonly change: KeyChange
}

function KeyRow({ of, own, change }: RowProps) {
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
      {change === null ? null : (
        <td className="number">{of.state === 'active' ? <KeyButtons of={of} change={change} /> : null}</td>
      )}
    </tr>
  )
}

function InstantOrNever({ at }: { readonly at: string | null }) {
  return at === null ? <span className="muted">never</span> : <Instant at={at} />
}

function KeyButtons({ of, change }: { readonly of: KeyView; readonly change: NonNullable<KeyChange> }) {
  const [sure, setSure] = useState(false)
  const { revoke, rotate } = change
  return (
    <>
      {rotate === null || of.person !== null || of.replacedBy !== null ? null : (
        <button type="button" onClick={() => void rotate(of.id)}>
          Replace
        </button>
      )}{' '}
      <button
        type="button"
        className={sure ? 'danger' : ''}
        onClick={() => (sure ? void revoke(of.id) : setSure(true))}
      >
        {sure ? 'Revoke for good' : 'Revoke'}
      </button>
    </>
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
