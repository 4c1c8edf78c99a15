import { describe, expect, it } from 'vitest'
import { markedTable, tableCsv, tableLatex, tableMarkdown } from './table-forms'
import { provenanceMark, UNSTATED } from '../provenance/provenance'
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
    expect(tableCsv({ ...TABLE, note: 'Interim: "not" final, nor =1+1; so.\n' }).split('\r\n')).toEqual([
      '# Interim: ’not’ final – nor =1+1 – so. ',
      '"Method","Accuracy, %","Δ"',
      '"SC @16",84.1,""',
      '"CGES γ .99 | 50% & $x_1$",83.3,-0.8',
      `"'=HYPERLINK(""http://evil.example"")",1024,"'+0.4"`,
      '',
    ])
  })
})

describe('where copied numbers come from', () => {
  const simulated = { provenance: 'simulated', simulated: true } as const
  const model = { provenance: 'model', simulated: false } as const
  it('goes along in every form, before what else must be read', () => {
    const marked = markedTable(TABLE, provenanceMark([simulated]))
    for (const text of [tableMarkdown('T', marked), tableLatex('T', marked), tableCsv(marked)]) {
      expect(text).toMatch(/Simulated\. The answers come from the built-in simulator.*Interim: not final/s)
    }
    expect(tableCsv(markedTable({ ...TABLE, note: '' }, provenanceMark([model])))).toMatch(/^"Method"/)
  })
  it('is told of numbers of which only some are simulated, and of those nobody vouches for', () => {
    expect(provenanceMark([simulated, model])).toEqual({
      short: 'in part simulated',
      long: 'In part simulated: not all of them.',
    })
    expect(provenanceMark([{ provenance: 'recorded', simulated: true }]).short).toBe('recorded · simulated')
    expect(provenanceMark([model])).toEqual({ short: '', long: '' })
    expect(UNSTATED.short).toBe('provenance not stated')
  })
})
