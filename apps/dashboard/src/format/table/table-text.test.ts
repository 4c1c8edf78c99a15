import { describe, expect, it } from 'vitest'
import { tableCsv } from './table-csv'
import { tableLatex } from './table-latex'
import { tableMarkdown } from './table-markdown'
import type { TableText } from './table-text'

const TABLE: TableText = {
  columns: ['Method', 'Accuracy, %', 'Δ'],
  rows: [
    ['SC @16', { text: '84.1', strong: true }, ''],
    ['CGES γ .99 | 50% & $x_1$', '83.3', '−0.8'],
    ['=HYPERLINK("http://evil.example")', '1,024', '+0.4'],
  ],
  note: 'Interim: not final.',
}

describe('a copied table', () => {
  it('is Markdown that no cell breaks', () => {
    expect(tableMarkdown('A title', TABLE).split('\n')).toEqual([
      '**A title**',
      'Interim: not final.',
      '',
      '| Method | Accuracy, % | Δ |',
      '| :-- | --: | --: |',
      '| SC @16 | **84.1** |  |',
      String.raw`| CGES γ .99 \| 50% & $x\_1$ | 83.3 | −0.8 |`,
      '| =HYPERLINK("http://evil.example") | 1,024 | +0.4 |',
      '',
    ])
  })
  it('is LaTeX with every special character escaped, and says in its caption what it is', () => {
    const latex = tableLatex('A title', TABLE)
    expect(latex).toContain(String.raw`\caption{A title. Interim: not final.}`)
    expect(latex).toContain(String.raw`\begin{tabular}{lrr}`)
    expect(latex).toContain(String.raw`  SC @16 & \textbf{84.1} &  \\`)
    expect(latex).toContain(String.raw`  CGES $\gamma$ .99 | 50\% \& \$x\_1\$ & 83.3 & $-$0.8 \\`)
    expect(latex).toContain(String.raw`  Method & Accuracy, \% & $\Delta$ \\`)
  })
  it('is CSV of numbers as numbers and of nothing a spreadsheet would run', () => {
    expect(tableCsv(TABLE).split('\r\n')).toEqual([
      '"Method","Accuracy, %","Δ"',
      '"SC @16",84.1,""',
      '"CGES γ .99 | 50% & $x_1$",83.3,-0.8',
      `"'=HYPERLINK(""http://evil.example"")",1024,"'+0.4"`,
      '',
    ])
  })
})
