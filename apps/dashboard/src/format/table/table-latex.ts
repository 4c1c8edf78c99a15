import { isStrong, type TableCell, type TableText, textOf } from './table-text'

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
    String.raw`\caption{${escaped(note === undefined ? title : `${title}. ${note}`)}}`,
    String.raw`\begin{tabular}{l${'r'.repeat(Math.max(0, columns.length - 1))}}`,
    String.raw`  \toprule`,
    line(columns.map(escaped)),
    String.raw`  \midrule`,
    ...rows.map((row) => line(row.map(cellOf))),
    String.raw`  \bottomrule`,
    String.raw`\end{tabular}`,
    String.raw`\end{table}`,
    '',
  ].join('\n')
}

function line(cells: readonly string[]): string {
  return String.raw`  ${cells.join(' & ')} \\`
}

function cellOf(cell: TableCell): string {
  const text = escaped(textOf(cell))
  return isStrong(cell) && text !== '' ? String.raw`\textbf{${text}}` : text
}

function escaped(text: string): string {
  return [...text.replaceAll(/\s+/g, ' ').trim()].map((character) => SPECIAL[character] ?? character).join('')
}
