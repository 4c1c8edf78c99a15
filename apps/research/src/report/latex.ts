import type { Reproduction } from './reproduction.js'
import { sectionsOf } from './sections.js'
import type { Cell, Table } from './tables/table.js'
import { provenance } from './provenance.js'

/** Writes every table as LaTeX for `booktabs`, each number with the paper's below it in grey (`xcolor`). */
export function reproductionLatex(report: Reproduction): string {
  const tables = sectionsOf(report).flatMap((section) => section.tables)
  return [
    `% ${provenance(report)}. Needs booktabs, xcolor and graphicx.`,
    ...tables.map((table) => tableLatex(table, provenance(report).toLowerCase())),
    '',
  ].join('\n')
}

function tableLatex({ id, title, note, head, rows }: Table, origin: string): string {
  const caption = [`${title} (${origin}).`, ...(note === undefined ? [] : [note])].join(' ')
  return [
    '',
    '\\begin{table*}[t]\\centering\\scriptsize',
    `\\caption{${escaped(caption)}}\\label{tab:${id}}`,
    `\\resizebox{\\linewidth}{!}{\\begin{tabular}{l${'r'.repeat(head.length - 1)}}`,
    '\\toprule',
    `${head.map(escaped).join(' & ')} \\\\`,
    '\\midrule',
    ...rows.flatMap(({ label, cells }) => {
      const details = cells.map((cell) =>
        [cell?.paper, cell?.difference].filter((part) => part !== undefined).join(', '),
      )
      const second = ['', ...details.map((text) => (text === '' ? '' : `\\textcolor{gray}{${escaped(text)}}`))]
      return [
        `${[escaped(label), ...cells.map(cellLatex)].join(' & ')} \\\\`,
        ...(details.some((text) => text !== '') ? [`${second.join(' & ')} \\\\`] : []),
      ]
    }),
    '\\bottomrule',
    '\\end{tabular}}',
    '\\end{table*}',
  ].join('\n')
}

function cellLatex(cell: Cell | null): string {
  if (cell === null) return '--'
  const spread = cell.spread === undefined ? '' : `$_{\\pm${cell.spread}}$`
  const note = cell.note === undefined ? '' : ` {\\tiny ${escaped(cell.note)}}`
  return `${escaped(cell.ours)}${spread}${note}`
}

const SYMBOLS: Readonly<Record<string, string>> = {
  '%': '\\%',
  '&': '\\&',
  _: '\\_',
  '#': '\\#',
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '−': '$-$',
  '—': '--',
  γ: '$\\gamma$',
  β: '$\\beta$',
  σ: '$\\sigma$',
  μ: '$\\mu$',
  '\u0302': '',
  ρ: '$\\rho$',
  '·': '$\\cdot$',
  '≤': '$\\le$',
  '≥': '$\\ge$',
  '†': '$\\dagger$',
  '’': "'",
  '“': '``',
  '”': "''",
  '<': '$<$',
}

function escaped(text: string): string {
  return [...text].map((sign) => SYMBOLS[sign] ?? sign).join('')
}
