import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compared } from './compare.js'
import { expectedTable } from './expected-table.js'
import { recordingTables } from './recording-tables.js'
import { ROOT } from './recordings.js'
import { summaryTable } from './summary-table.js'

const PAGE = join(ROOT, 'docs/frontier.md')

/** Writes the tables into the page, each between its marks. */
export function writePage(compared: readonly Compared[]): void {
  const tables = {
    summary: summaryTable(compared),
    expected: expectedTable(compared),
    recordings: compared.map(recordingTables).join('\n'),
  }
  const page = Object.entries(tables).reduce(
    (text, [name, table]) => between(text, name, table),
    readFileSync(PAGE, 'utf8'),
  )
  writeFileSync(PAGE, page)
}

function between(text: string, name: string, table: string): string {
  const begin = `<!-- ${name}: written by npm run frontier -->\n`
  const end = `<!-- ${name}: end -->`
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`docs/frontier.md has no marks for ${name}`)
  return `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`
}
