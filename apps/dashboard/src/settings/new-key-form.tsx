'use client'
import type { Role } from '@cges-fleet/core'
import { createKey } from '@cges-fleet/core/addresses'
import { type FormEvent, useState } from 'react'
import { Copyable } from '../frame/copyable'
import { ask } from '../api/ask'

const TITLES: Readonly<Record<Role, string>> = {
  viewer: 'viewer: reads',
  member: 'member: submits too',
  operator: 'operator: submits and runs pools',
  admin: 'admin: submits and sees to this team',
  'fleet-admin': 'fleet-admin: sees to every team',
}

interface Props {
  readonly roles: readonly Role[]
  readonly onMade: () => void
}

/** Makes a key and shows it, this once. */
export function NewKeyForm({ roles, onMade }: Props) {
  const [made, setMade] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = form.get('name')
    const role = roles.find((one) => one === form.get('role'))
    if (typeof name !== 'string' || role === undefined) return
    const asked = await ask(createKey, { body: { name, role } })
    setFailure(asked.ok ? null : asked.why)
    setMade(asked.ok ? asked.answer.key : null)
    onMade()
  }
  return (
    <form className="new-key" method="post" onSubmit={(event) => void make(event)}>
      <label>
        New key for
        <input name="name" required maxLength={80} placeholder="a person or a program" />
      </label>
      <RoleChoice of={roles} />
      <button type="submit">Make key</button>
      {failure === null ? null : (
        <p role="alert" className="bad">
          {failure}
        </p>
      )}
      {made === null ? null : (
        <div className="made" role="status">
          <p>This is the only time it is shown. Whoever has it acts for this team.</p>
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
