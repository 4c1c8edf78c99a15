import { isStrong, type TableCell, type TableText, textOf } from './table-text'

/** Formats a table in GitHub's Markdown; a cell's text cannot end the cell, nor begin markup. */
export function tableMarkdown(title: string, { columns, rows, note }: TableText): string {
  const rule = columns.map((_, at) => (at === 0 ? ':--' : '--:'))
  return [
    `**${escaped(title)}**`,
    ...(note === undefined ? [] : [escaped(note)]),
    '',
    line(columns.map(escaped)),
    line(rule),
    ...rows.map((row) => line(row.map(cellOf))),
    '',
  ].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function cellOf(cell: TableCell): string {
  const text = escaped(textOf(cell))
  return isStrong(cell) && text !== '' ? `**${text}**` : text
}

function escaped(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_|<>[\]#~]/g, String.raw`\$&`)
}
