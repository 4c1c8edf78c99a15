import { readFileSync } from 'node:fs'
import { docsFile } from '../paths.js'
import { wrapped } from '../shell/format.js'

const SECTIONS = ['An evaluation', 'A suite']

/**
 * Every field that `cges evaluate` reads, with its values, default and meaning, and an example of each file: the page that
 * is generated from the schemas, as a terminal shows it.
 */
export function fileReference(): string {
  const page = readFileSync(docsFile('evaluation-file.md'), 'utf8')
  const parts = page.split(/^## /mu)
  const sections = SECTIONS.map((title) => {
    const text = parts.find((part) => part.startsWith(`${title}\n`)) ?? ''
    return [title.toUpperCase(), '', ...exampleOf(text), '', ...fieldsOf(text)].join('\n')
  })
  return [...sections, `Methods, their parameters and benchmark files: ${docsFile('evaluation-file.md')}`].join('\n\n')
}

function exampleOf(section: string): string[] {
  const [, example = ''] = /^```yaml\n([^]*?)^```/mu.exec(section) ?? []
  return example
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line.replace(/docs\/(data\/\S+)/u, (_, name: string) => docsFile(name))}`)
}

/** A field's name and values on one line, what it does and an example below. */
function fieldsOf(section: string): string[] {
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) => {
    const [name = '', values = '', usual = '', example = '', about = ''] = row.slice(2, -2).split(' | ').map(plain)
    const default_ = usual === '*required*' ? '; required' : usual === '' ? '' : `; default ${usual}`
    return [
      ...wrapped(`${name}: ${values}${default_}`, '  '),
      ...wrapped(about, '      '),
      ...wrapped(`Example: ${example}`, '      '),
    ]
  })
}

/** A cell without Markdown: code and links as their text. */
function plain(cell: string): string {
  const [before = '', ...rest] = cell.trim().replaceAll('`', '').split('](')
  return rest.reduce((text, part) => {
    const opened = text.lastIndexOf('[')
    return `${text.slice(0, opened)}${text.slice(opened + 1)}${part.slice(part.indexOf(')') + 1)}`
  }, before)
}
