'use client'

import type { GroupRole, Role } from '@cges-fleet/core'
import { removeGroupRole, setGroupRole } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { ask } from '../../api/browser'
import { SubmitButton } from '../../ui/shell/submit-button'
import { ColumnHeads } from '../../ui/table/column-heads'
import { GroupField } from './group-field'
import { RoleChoice, TeamChoice } from './new-key-form'

interface Props {
  readonly roles: readonly GroupRole[]
  /** The reader's own groups, to choose from. */
  readonly own: readonly string[]
  /** The roles that the reader may give; none if they may not change groups. */
  readonly gives: readonly Role[]
  /** The teams whose groups the reader may change, their own first. */
  readonly teams: readonly string[]
}

/** Which role each group of the provider gives, and a form to change that. */
export function GroupRolesPanel({ roles, own, gives, teams }: Props) {
  const { refresh } = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  const remove = async (mapping: string) => {
    const reply = await ask(removeGroupRole, { path: { mapping } })
    setFailure(reply.ok ? null : reply.why)
    refresh()
  }
  const manages = gives.length > 0
  return (
    <section className="panel" data-testid="group-roles">
      <h2>Groups</h2>
      <p className="muted">
        Everybody in a group has its role when they sign in. People lose a role you remove within a minute.
      </p>
      {roles.length === 0 ? null : <GroupTable roles={roles} remove={manages ? remove : null} />}
      {failure === null ? null : (
        <p role="alert" className="bad">
          {failure}
        </p>
      )}
      {manages ? <NewGroupRole own={own} gives={gives} teams={teams} onSet={refresh} /> : null}
    </section>
  )
}

const COLUMNS = ['Group', 'Team', 'Role', 'Set by']

interface TableProps {
  readonly roles: readonly GroupRole[]
  readonly remove: ((id: string) => Promise<void>) | null
}

function GroupTable({ roles, remove }: TableProps) {
  return (
    <div className="wide" tabIndex={0} role="region" aria-label="Groups and their roles">
      <table>
        <thead>
          <tr>
            <ColumnHeads columns={COLUMNS} />
            {remove === null ? null : (
              <th scope="col">
                <span className="sr-only">Remove</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {roles.map((one) => (
            <GroupRow key={`${one.id ?? 'file'} ${one.team} ${one.group}`} of={one} remove={remove} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly of: GroupRole
  readonly remove: ((id: string) => Promise<void>) | null
}

function GroupRow({ of: { id, group, team, role, by }, remove }: RowProps) {
  const [sure, setSure] = useState(false)
  return (
    <tr>
      <th scope="row">{group}</th>
      <td>{team}</td>
      <td>{role}</td>
      <td>{by ?? <span className="muted">the fleet’s file of groups</span>}</td>
      {remove === null ? null : (
        <td className="number">
          {id === null ? null : (
            <button
              type="button"
              className={sure ? 'danger' : ''}
              onClick={() => (sure ? void remove(id) : setSure(true))}
            >
              {sure ? 'Remove the role' : 'Remove'}
            </button>
          )}
        </td>
      )}
    </tr>
  )
}

interface NewProps extends Pick<Props, 'own' | 'gives' | 'teams'> {
  readonly onSet: () => void
}

function NewGroupRole({ own, gives, teams, onSet }: NewProps) {
  const [role, setRole] = useState<Role>(gives.find((one) => one === 'member') ?? 'viewer')
  const [failure, setFailure] = useState<string | null>(null)
  const set = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const entered = new FormData(form)
    const group = entered.get('group')
    const team = teams.find((one) => one === entered.get('team'))
    if (typeof group !== 'string') return
    const reply = await ask(setGroupRole, { body: { group, role, ...(team === undefined ? {} : { team }) } })
    setFailure(reply.ok ? null : reply.why)
    if (reply.ok) form.reset()
    onSet()
  }
  return (
    <form className="new-key" method="post" aria-label="Role of a group" onSubmit={(event) => void set(event)}>
      <label>
        Group, as your provider sends it
        <GroupField own={own} required />
      </label>
      {teams.length > 1 ? <TeamChoice of={teams} /> : null}
      <RoleChoice of={gives} value={role} onChange={setRole} />
      <SubmitButton>Give the role</SubmitButton>
      {failure === null ? null : (
        <p role="alert" className="bad">
          {failure}
        </p>
      )}
    </form>
  )
}
