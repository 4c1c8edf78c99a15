import type { AuditEntry } from '@cges-fleet/core'
import { ListAudit } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import Link from 'next/link'
import { readApi } from '../../../api/read-api'
import { formatCount } from '../../../format/format-count'
import { formatInstant } from '../../../format/format-instant'
import { ProblemPanel } from '../../../frame/problem-panel'

interface Props {
  readonly searchParams: Promise<{ cursor?: string | string[] }>
}

export const metadata: Metadata = { title: 'Log' }
export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }: Props) {
  const { cursor } = await searchParams
  const answer = await readApi(ListAudit, { query: { cursor: typeof cursor === 'string' ? cursor : undefined } })
  if (!answer.ok) return <ProblemPanel problem={answer.problem} retry="/settings/audit" />
  const { entries, next } = answer.value
  return (
    <>
      <h1>Log</h1>
      <section className="panel">
        {entries.length === 0 ? <p className="muted">Nothing was done with keys, teams or evaluations yet.</p> : null}
        <div className="wide">
          <table data-testid="audit">
            <thead>
              <tr>
                {['When', 'What', 'To', 'By', 'Team'].map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <EntryRow key={entry.id} of={entry} />
              ))}
            </tbody>
          </table>
        </div>
        <nav className="pages" aria-label="Pages">
          <Link href="/settings">Settings</Link>
          {next === null ? null : <Link href={`/settings/audit?cursor=${next}`}>Older →</Link>}
        </nav>
      </section>
    </>
  )
}

function EntryRow({ of: { at, times, lastAt, action, subject, actor, team } }: { readonly of: AuditEntry }) {
  return (
    <tr>
      <td>{formatInstant(at)}</td>
      <td>
        {action}
        {times === 1 ? null : (
          <span className="muted">
            {' '}
            {formatCount(times)} times until {formatInstant(lastAt)}
          </span>
        )}
      </td>
      <td>
        <code>{subject ?? ''}</code>
      </td>
      <td>
        <code>{actor}</code>
      </td>
      <td>{team ?? ''}</td>
    </tr>
  )
}
