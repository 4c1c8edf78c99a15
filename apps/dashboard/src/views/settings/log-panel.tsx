'use client'

import type { AuditEntry, AuditPage } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import Link from 'next/link'
import { formatInstant } from '../../ui/format/times'
import { useZone } from '../../ui/preferences/zone-scope'
import { CopyTable } from '../../ui/table/copy-table'
import type { TableText } from '../../ui/table/table-text'

const COLUMNS = ['When', 'What', 'To', 'By', 'Team']

/** Actions on keys, teams and evaluations, and refused ones, the latest first. */
export function LogPanel({ entries, next, isFirst }: AuditPage & { readonly isFirst: boolean }) {
  const zone = useZone()
  return (
    <section className="panel">
      <h2>Log</h2>
      {entries.length === 0 ? (
        <p className="muted">Nothing was done with keys, teams or evaluations yet.</p>
      ) : (
        <CopyTable title="Log" read={() => logTable(entries, zone)} />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className="wide" tabIndex={0} role="region" aria-label="Log">
        <table data-testid="audit">
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <EntryRow key={entry.id} of={entry} zone={zone} />
            ))}
          </tbody>
        </table>
      </div>
      <nav className="pages" aria-label="Pages">
        {isFirst ? null : <Link href="/settings/audit">← Latest</Link>}
        {next === null ? null : <Link href={`/settings/audit?cursor=${next}`}>Older →</Link>}
      </nav>
    </section>
  )
}

function EntryRow({ of: entry, zone }: { readonly of: AuditEntry; readonly zone: string }) {
  return (
    <tr>
      <td>{formatInstant(entry.at, zone)}</td>
      <td>
        {entry.action} <span className="muted">{repeatWords(entry, zone)}</span>
      </td>
      <td>
        <Subject of={entry} />
      </td>
      <td>
        <code>{entry.actor}</code>
      </td>
      <td>{entry.team ?? ''}</td>
    </tr>
  )
}

/** The subject of an action; an evaluation has a page. */
function Subject({ of: { action, subject } }: { readonly of: AuditEntry }) {
  const words = <code>{subject ?? ''}</code>
  if (subject === null || !action.startsWith('evaluation.')) return words
  return (
    <Link href={`/evaluations/${encodeURIComponent(subject)}`} prefetch={false}>
      {words}
    </Link>
  )
}

function repeatWords({ times, lastAt }: AuditEntry, zone: string): string {
  return times === 1 ? '' : `${counted(times, 'time')} until ${formatInstant(lastAt, zone)}`
}

function logTable(entries: readonly AuditEntry[], zone: string): TableText {
  return {
    columns: COLUMNS,
    rows: entries.map((entry) => [
      formatInstant(entry.at, zone),
      `${entry.action} ${repeatWords(entry, zone)}`.trim(),
      entry.subject ?? '',
      entry.actor,
      entry.team ?? '',
    ]),
  }
}
