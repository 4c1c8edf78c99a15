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
  const sections = SECTIONS.map((title) => {
    const [, text = ''] = new RegExp(`^## ${title}\\n\\n([^]*?)^## `, 'mu').exec(page) ?? []
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

/** A field's name and values on one line, what it does below. */
function fieldsOf(section: string): string[] {
  return [...section.matchAll(/^\| `(\S+)` \| (.*?) \| (.*?) \| (.*?) \|$/gmu)].flatMap(([, name = '', ...cells]) => {
    const [values = '', usual = '', about = ''] = cells.map((cell) =>
      cell.replaceAll(/`|\[([^\]]*)\]\([^)]*\)/gu, '$1'),
    )
    const default_ = /^\*required\*$/u.test(usual) ? '; required' : usual === '' ? '' : `; default ${usual}`
    return [...wrapped(`${name}: ${values}${default_}`, '  '), ...wrapped(about, '      ')]
  })
}
