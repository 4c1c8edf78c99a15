import { escapeHtml } from '../svg/axes.js'
import type { Cell, Table } from '../tables/table.js'

const KINDS = {
  fitted: '<span class="kind" title="fitted to the paper’s own numbers">fitted</span>',
  predicted: '',
  replay: '<span class="kind" title="explains a published row; not a method">replay</span>',
} as const

/** Writes one table, the paper’s number and the difference below each of ours. */
export function tableHtml({ id, title, note, head, rows }: Table): string {
  const lines = rows.map(
    ({ label, kind, cells }) =>
      `<tr><th scope="row">${escapeHtml(label)}${kind === undefined ? '' : KINDS[kind]}</th>${cells.map(cellHtml).join('')}</tr>`,
  )
  return `<h3>${escapeHtml(title)}</h3>
<div class="scroll"><table id="${id}"><thead><tr>${head.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('')}</tr></thead>
<tbody>${lines.join('\n')}</tbody></table></div>${note === undefined ? '' : `<p class="note">${escapeHtml(note)}</p>`}`
}

function cellHtml(cell: Cell | null): string {
  if (cell === null) return '<td>—</td>'
  const { ours, spread, paper, difference, note, far } = cell
  const word = ours === 'reached' || ours === 'missed' ? 'word' : ''
  const classes = [word, far === true ? 'far' : ''].filter((name) => name !== '').join(' ')
  const details = [paper, difference].filter((part) => part !== undefined).map(escapeHtml)
  const small = [details.join(' · '), note === undefined ? '' : escapeHtml(note)].filter((text) => text !== '')
  return `<td${classes === '' ? '' : ` class="${classes}"`}>${escapeHtml(ours)}${
    spread === undefined ? '' : ` <span class="spread">± ${escapeHtml(spread)}</span>`
  }${small.map((text) => `<small>${text}</small>`).join('')}</td>`
}
