import { csvLine } from '@cges-fleet/formats/csv-line'
import type { ProvenanceMark } from '../provenance/provenance'
import { isStrong, type TableCell, type TableText, textOf } from './table-text'

/** Formats a table in GitHub's Markdown; a cell's text cannot end the cell, nor begin markup. */
export function tableMarkdown(title: string, { columns, rows, note }: TableText): string {
  const rule = columns.map((_, at) => (at === 0 ? ':--' : '--:'))
  return [
    `**${markdownEscaped(title)}**`,
    ...(note === undefined ? [] : [markdownEscaped(note)]),
    '',
    markdownLine(columns.map(markdownEscaped)),
    markdownLine(rule),
    ...rows.map((row) => markdownLine(row.map(markdownCell))),
    '',
  ].join('\n')
}

function markdownLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function markdownCell(cell: TableCell): string {
  const text = markdownEscaped(textOf(cell))
  return isStrong(cell) && text !== '' ? `**${text}**` : text
}

function markdownEscaped(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_|<>[\]#~]/g, String.raw`\$&`)
}

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '{': String.raw`\{`,
  '}': String.raw`\}`,
  '&': String.raw`\&`,
  '%': String.raw`\%`,
  $: String.raw`\$`,
  '#': String.raw`\#`,
  _: String.raw`\_`,
  '^': String.raw`\textasciicircum{}`,
  '~': String.raw`\textasciitilde{}`,
  '<': '$<$',
  '>': '$>$',
  '−': '$-$',
  '±': String.raw`$\pm$`,
  '≈': String.raw`$\approx$`,
  γ: String.raw`$\gamma$`,
  β: String.raw`$\beta$`,
  δ: String.raw`$\delta$`,
  Δ: String.raw`$\Delta$`,
  μ: String.raw`$\mu$`,
  '—': '---',
  '·': String.raw`$\cdot$`,
  '’': "'",
}

/** Formats a table in LaTeX with booktabs; its caption contains its note. */
export function tableLatex(title: string, { columns, rows, note }: TableText): string {
  return [
    String.raw`% needs \usepackage{booktabs}`,
    String.raw`\begin{table}`,
    String.raw`\centering`,
    String.raw`\caption{${latexEscaped(note === undefined ? title : `${title}. ${note}`)}}`,
    String.raw`\begin{tabular}{l${'r'.repeat(Math.max(0, columns.length - 1))}}`,
    String.raw`  \toprule`,
    latexLine(columns.map(latexEscaped)),
    String.raw`  \midrule`,
    ...rows.map((row) => latexLine(row.map(latexCell))),
    String.raw`  \bottomrule`,
    String.raw`\end{tabular}`,
    String.raw`\end{table}`,
    '',
  ].join('\n')
}

function latexLine(cells: readonly string[]): string {
  return String.raw`  ${cells.join(' & ')} \\`
}

function latexCell(cell: TableCell): string {
  const text = latexEscaped(textOf(cell))
  return isStrong(cell) && text !== '' ? String.raw`\textbf{${text}}` : text
}

function latexEscaped(text: string): string {
  return [...text.replaceAll(/\s+/g, ' ').trim()].map((character) => SPECIAL[character] ?? character).join('')
}

/** A table as each of the texts it can be copied as, by title and table. */
export const TABLE_FORMS = {
  LaTeX: tableLatex,
  Markdown: tableMarkdown,
  CSV: (_: string, table: TableText) => tableCsv(table),
}

/**
 * Formats a table as CSV in which no spreadsheet finds formulas; numbers stay numbers, with a plain minus. Its note
 * comes first, as a comment: one cell for a spreadsheet, and a line that CSV readers skip at `#`.
 */
export function tableCsv({ columns, rows, note }: TableText): string {
  const lines = [columns, ...rows.map((row) => row.map(textOf))].map((cells) => csvLine(cells.map(csvCell)))
  return [...(note === undefined || note === '' ? [] : [comment(note)]), ...lines].join('')
}

function comment(note: string): string {
  return `# ${note
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?[,;]/g, ' –')
    .replaceAll('"', '’')}\r\n`
}

function csvCell(text: string): string | number {
  const plain = text.replace('−', '-').replaceAll(',', '')
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : text
}

/** Puts the provenance of a table's numbers before the rest of its note. */
export function markedTable(table: TableText, { long }: ProvenanceMark): TableText {
  const note = [long, table.note ?? ''].filter((text) => text !== '').join(' ')
  return note === '' ? table : { ...table, note }
}

/** Reads a table off the page by its id; rows that are only a heading, or unfolded details, are left out. */
export function shownTable(id: string): TableText {
  const table = document.getElementById(id)
  if (!(table instanceof HTMLTableElement)) throw new Error(`no table ${id} is shown`)
  const [columns = []] = [...(table.tHead?.rows ?? [])].slice(-1).map(wordsIn)
  const rows = [...table.tBodies].flatMap((body) => [...body.rows]).filter(({ cells }) => cells.length > 1)
  return { columns, rows: rows.map(wordsIn) }
}

/** A row's words, a cell that spans several columns being in the first of them. */
function wordsIn(row: HTMLTableRowElement): string[] {
  return [...row.cells].flatMap((cell) => [wordsOf(cell), ...Array.from({ length: cell.colSpan - 1 }, () => '')])
}

/** A cell's visible text, without text for screen readers only. */
function wordsOf(cell: HTMLTableCellElement): string {
  const unseen = [...cell.querySelectorAll('.sr-only')].map(({ textContent }) => textContent)
  const words = unseen.reduce((text, heard) => text.replace(heard.trim(), ''), cell.innerText)
  return words.replaceAll(/\s+/g, ' ').trim()
}
