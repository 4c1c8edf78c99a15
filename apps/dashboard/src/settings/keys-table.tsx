'use client'
import type { KeyView } from '@cges-fleet/core'
import { useState } from 'react'
import { Instant } from '../frame/instant'

type Revoke = ((id: string) => Promise<void>) | null

interface Props {
  readonly keys: readonly KeyView[]
  readonly own: string | null
  /** Revokes a key; null if the reader may not. */
  readonly revoke: Revoke
}

const COLUMNS = ['Key', 'Name', 'Team', 'Role', 'State', 'Last used', 'Expires']

/** Keys, one a row; ended ones are dim. */
export function KeysTable({ keys, own, revoke }: Props) {
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
      <td>{of.name}</td>
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
