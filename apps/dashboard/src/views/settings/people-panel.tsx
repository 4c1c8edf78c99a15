'use client'

import type { PeoplePage, PersonView } from '@cges-fleet/core'
import { endPerson, readmitPerson } from '@cges-fleet/core/addresses'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ask } from '../../api/browser'
import { Instant } from '../../ui/format/instant'
import { ColumnHeads } from '../../ui/table/column-heads'
import { ScrollRegion } from '../../ui/table/scroll-region'

interface Props extends PeoplePage {
  /** Whether the reader may end people. */
  readonly ends: boolean
}

const COLUMNS = ['Person', 'E-mail', 'Teams', 'Own keys', 'Confirmed by the provider']

/** The people who signed in: of the team, or of the whole fleet for its administrators. */
export function PeoplePanel({ people, next, ends }: Props) {
  const { refresh } = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  const change = async (at: typeof endPerson | typeof readmitPerson, person: string) => {
    const reply = await ask(at, { path: { person } })
    setFailure(reply.ok ? null : reply.why)
    refresh()
  }
  return (
    <section className="panel" data-testid="people">
      <h2>People</h2>
      <p className="muted">Everyone who signed in by single sign-on. Their groups at the provider give their roles.</p>
      {failure === null ? null : (
        <p role="alert" className="bad">
          {failure}
        </p>
      )}
      <ScrollRegion label="People" className="wide">
        <table>
          <Head ends={ends} />
          <tbody>
            {people.map((person) => (
              <PersonRow key={person.name} of={person} change={ends ? change : null} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <nav className="pages" aria-label="Pages">
        {next === null ? null : <Link href={`/settings/people?after=${encodeURIComponent(next)}`}>More →</Link>}
      </nav>
    </section>
  )
}

function Head({ ends }: Pick<Props, 'ends'>) {
  return (
    <thead>
      <tr>
        <ColumnHeads columns={COLUMNS} />
        {ends ? (
          <th scope="col">
            <span className="sr-only">End</span>
          </th>
        ) : null}
      </tr>
    </thead>
  )
}

interface RowProps {
  readonly of: PersonView
  readonly change: ((at: typeof endPerson | typeof readmitPerson, person: string) => Promise<void>) | null
}

function PersonRow({ of: { name, email, teams, keys, confirmedAt, endedAt }, change }: RowProps) {
  return (
    <tr className={endedAt === null ? '' : 'dim'}>
      <th scope="row">{name}</th>
      <td>{email ?? ''}</td>
      <td>{endedAt === null ? teams.map(({ team, role }) => `${team} (${role})`).join(', ') || 'none' : 'ended'}</td>
      <td>{keys}</td>
      <td>
        <Instant at={endedAt ?? confirmedAt} />
      </td>
      {change === null ? null : (
        <td className="number">
          {endedAt === null ? (
            <EndButton onSure={() => void change(endPerson, name)} />
          ) : (
            <button type="button" onClick={() => void change(readmitPerson, name)}>
              Allow sign-in again
            </button>
          )}
        </td>
      )}
    </tr>
  )
}

function EndButton({ onSure }: { readonly onSure: () => void }) {
  const [sure, setSure] = useState(false)
  return (
    <button type="button" className={sure ? 'danger' : ''} onClick={() => (sure ? onSure() : setSure(true))}>
      {sure ? 'End sessions and keys' : 'End'}
    </button>
  )
}
