'use client'

import type { AuditEntry, AuditPage } from '@cges-fleet/core'
import { exportAudit } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import { logEntryWords } from '@cges-fleet/core/log-entry-words'
import Link from 'next/link'
import { LogFilter, type LogChoice } from './log-filter'
import { formatInstant } from '../../ui/format/times'
import { useZone } from '../../ui/preferences/zone-scope'
import { ColumnHeads } from '../../ui/table/column-heads'
import { CopyTable } from '../../ui/table/copy-table'
import type { TableText } from '../../ui/table/table-text'
import { ScrollRegion } from '../../ui/table/scroll-region'

const COLUMNS = ['When', 'What', 'To', 'Team']

interface Props extends AuditPage {
  readonly isFirst: boolean
  readonly choice: LogChoice
}

/** What people and keys did, and what was refused, the latest first. */
export function LogPanel({ entries, next, isFirst, choice }: Props) {
  const zone = useZone()
  return (
    <section className="panel">
      <h2>Log</h2>
      <LogFilter choice={choice} />
      {entries.length === 0 ? (
        <p className="muted">No entries.</p>
      ) : (
        <CopyTable title="Log" read={() => logTable(entries, zone)} />
      )}
      <ScrollRegion label="Log" className="wide">
        <table data-testid="audit">
          <thead>
            <tr>
              <ColumnHeads columns={COLUMNS} />
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <EntryRow key={entry.id} of={entry} zone={zone} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <nav className="pages" aria-label="Pages">
        {isFirst ? null : <Link href={addressOf(choice)}>← Latest</Link>}
        {next === null ? null : <Link href={addressOf({ ...choice, cursor: next })}>Older →</Link>}
        <a href={pathOf(exportAudit, { path: { file: 'log.csv' }, query: choice })} download>
          Save as CSV
        </a>
      </nav>
    </section>
  )
}

function EntryRow({ of: entry, zone }: { readonly of: AuditEntry; readonly zone: string }) {
  return (
    <tr>
      <td>{formatInstant(entry.at, zone)}</td>
      <td>{logEntryWords(entry)}</td>
      <td>
        <Subject of={entry} />
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

function addressOf(query: LogChoice & { readonly cursor?: string }): string {
  const chosen = Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return `/settings/audit${chosen.length === 0 ? '' : `?${new URLSearchParams(chosen).toString()}`}`
}

function logTable(entries: readonly AuditEntry[], zone: string): TableText {
  return {
    columns: COLUMNS,
    rows: entries.map((entry) => [
      formatInstant(entry.at, zone),
      logEntryWords(entry),
      entry.subject ?? '',
      entry.team ?? '',
    ]),
  }
}
