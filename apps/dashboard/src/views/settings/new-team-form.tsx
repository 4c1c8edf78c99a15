'use client'

import type { NewTeam, Role } from '@cges-fleet/core'
import { createKey, createTeam } from '@cges-fleet/core/addresses'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ask } from '../../api/browser'
import { store } from '../../ui/preferences/stored'
import { SubmitButton } from '../../ui/shell/submit-button'
import { changeTeam } from '../../ui/shell/team-choice'
import { GroupField } from './group-field'
import { MadeKey, NEW_TEAM, RoleChoice } from './new-key-form'

interface Props {
  /** What the fleet calls its provider of single sign-on; null if it has none. */
  readonly provider: string | null
  /** The reader's own groups there. */
  readonly groups: readonly string[]
  /** The roles that the reader may give. */
  readonly gives: readonly Role[]
  /** The reader's own teams. */
  readonly own: readonly string[]
  /** Whether the page was opened for it: it then takes the focus. */
  readonly isFirst: boolean
  readonly onMade: () => void
}

interface Made {
  readonly team: string
  /** Its first key, which is shown this once; null if none was wanted. */
  readonly key: string | null
}

/** Creates a team, with a role for a group of the provider and a first key if they are named. */
export function NewTeamForm({ provider, groups, gives, own, isFirst, onMade }: Props) {
  const [notice, setNotice] = useState<Notice>(null)
  const [made, setMade] = useState<Made | null>(null)
  const [role, setRole] = useState<Role>('member')
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const entered = new FormData(form)
    const body = teamIn(entered, role)
    const reply = await ask(createTeam, { body })
    setMade(null)
    setNotice(reply.ok ? null : { bad: true, text: reply.why })
    if (!reply.ok) return
    store(NEW_TEAM, body.name, 'sessionStorage')
    const first = await firstKey(body, textIn(entered, 'first'))
    setMade({ team: body.name, key: first.key })
    setNotice(first.notice)
    form.reset()
    onMade()
  }
  return (
    <form className="team new-team" method="post" aria-label="New team" onSubmit={(event) => void make(event)}>
      {isFirst ? <h2>New team</h2> : <h3>New team</h3>}
      <NewTeamFields provider={provider} groups={groups} gives={gives} isFirst={isFirst} role={role} onRole={setRole} />
      <SubmitButton className={isFirst && made === null ? 'primary' : ''}>Create team</SubmitButton>
      <NoticeLine of={notice} />
      {made !== null && own.includes(made.team) ? (
        <button type="button" className="primary" onClick={() => void changeTeam(made.team)}>
          Switch to {made.team}
        </button>
      ) : null}
      {made === null || made.key === null ? null : <MadeKey text={made.key} whom="acts for its team" />}
    </form>
  )
}

interface FieldsProps extends Pick<Props, 'provider' | 'groups' | 'gives' | 'isFirst'> {
  readonly role: Role
  readonly onRole: (role: Role) => void
}

function NewTeamFields({ provider, groups, gives, isFirst, role, onRole }: FieldsProps) {
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFirst) name.current?.focus()
  }, [isFirst])
  return (
    <>
      <label>
        Name
        <input
          ref={name}
          name="name"
          required
          autoComplete="off"
          pattern="[a-z0-9][a-z0-9\-]{0,39}"
          title="1 to 40 of a-z, 0-9 and -"
        />
      </label>
      {provider === null ? null : (
        <>
          <label>
            Its group, as {provider} sends it
            <GroupField
              own={groups}
              placeholder={groups[0] === undefined ? 'optional' : `optional, such as ${groups[0]}`}
            />
          </label>
          <RoleChoice label="Role of the group" of={gives} value={role} onChange={onRole} />
        </>
      )}
      <FirstKeyField people={provider !== null} />
    </>
  )
}

/** Who signs in as a person needs no key. */
function FirstKeyField({ people }: { readonly people: boolean }) {
  return (
    <label>
      {people ? 'First key, for a program' : 'First key, for a person or program'}
      <input
        name="first"
        maxLength={80}
        placeholder={people ? 'optional: people sign in without' : 'optional'}
        autoComplete="off"
      />
    </label>
  )
}

/** Makes a member's key of a team that was just created, if somebody is named; says what there is now. */
async function firstKey(
  { name: team, group }: NewTeamBody,
  name: string,
): Promise<{ readonly key: string | null; readonly notice: Notice }> {
  const people = group === undefined ? '' : ` Everyone in ${group.name} is ${WITH_ARTICLE[group.role]} of it.`
  if (name === '') {
    const next = group === undefined ? ' Next: make a key for it under Keys.' : ''
    return { key: null, notice: { bad: false, text: `Created ${team}.${people}${next}` } }
  }
  const reply = await ask(createKey, { body: { name, role: 'member', team } })
  return reply.ok
    ? {
        key: reply.answer.key,
        notice: { bad: false, text: `Created ${team}, and a member’s key for ${name}.${people}` },
      }
    : {
        key: null,
        notice: { bad: true, text: `Created ${team}, but no key: ${reply.why} Make one under Keys.${people}` },
      }
}

const WITH_ARTICLE: Readonly<Record<Role, string>> = {
  viewer: 'a viewer',
  member: 'a member',
  operator: 'an operator',
  admin: 'an admin',
  'fleet-admin': 'a fleet-admin',
}

type NewTeamBody = Pick<NewTeam, 'name' | 'group'>

function teamIn(entered: FormData, role: Role): NewTeamBody {
  const group = textIn(entered, 'group')
  return { name: textIn(entered, 'name'), ...(group === '' ? {} : { group: { name: group, role } }) }
}

function textIn(entered: FormData, field: 'name' | 'group' | 'first'): string {
  const text = entered.get(field)
  return typeof text === 'string' ? text.trim() : ''
}

export type Notice = { readonly bad: boolean; readonly text: string } | null

/** What came of a form. */
export function NoticeLine({ of: notice }: { readonly of: Notice }) {
  if (notice === null) return null
  return (
    <p role={notice.bad ? 'alert' : 'status'} className={notice.bad ? 'bad' : 'muted'}>
      {notice.text}
    </p>
  )
}
