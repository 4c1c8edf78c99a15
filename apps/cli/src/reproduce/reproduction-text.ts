import { type Cell, provenance, type Reproduction, sectionsOf, type Table, type TableRow } from '@cges-fleet/reproduce'
import { columns } from '../report/format.js'

/** Formats a reproduction for a terminal. */
export function reproductionText(report: Reproduction): string[] {
  const head = report.benchmarks.map(({ title, questions, replicates }) => `${title} ${questions} × ${replicates}`)
  return [
    `${provenance(report)}: questions × replicates: ${head.join(', ')}`,
    'ours (paper’s, difference)',
    ...sectionsOf(report).flatMap(({ title, text, tables }) => [
      '',
      `== ${title} ==`,
      ...text.map((line) => `  ${line}`),
      ...tables.flatMap(tableText),
    ]),
  ]
}

function tableText({ title, note, head, rows }: Table): string[] {
  return ['', title, ...columns([head, ...rows.map(lineOf)]), ...(note === undefined ? [] : [`  ${note}`])]
}

function lineOf({ label, kind, cells }: TableRow): string[] {
  return [kind === undefined ? label : `${label} [${kind}]`, ...cells.map(cellText)]
}

function cellText(cell: Cell | null): string {
  if (cell === null) return '—'
  const beside = [cell.paper, cell.difference].filter((part) => part !== undefined)
  const paper = beside.length === 0 ? '' : ` (${beside.join(', ')})`
  return `${cell.ours}${paper}${cell.note === undefined ? '' : ` ${cell.note}`}${cell.far === true ? ' !' : ''}`
}
