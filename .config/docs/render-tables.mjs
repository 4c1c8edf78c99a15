import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const MARK = /^<!-- tables: (\S+) -->$/gmu

/**
 * Puts the tables of a data file where a page names it: `<!-- tables: data/frontier.json -->`. A file holds a list of tables,
 * each with `title`, `about`, `head` and `rows` of cells in Markdown. `folder` is the page's.
 */
export function renderTables(content, folder) {
  return content.replaceAll(MARK, (_, file) =>
    JSON.parse(readFileSync(join(folder, file), 'utf8'))
      .map(tableAsMarkdown)
      .join('\n'),
  )
}

function tableAsMarkdown({ title, about, head, rows }) {
  const ruler = head.map((_, at) => (at === 0 ? '---' : '---:'))
  return [`### ${title}`, '', about, '', line(head), line(ruler), ...rows.map(line), ''].join('\n')
}

function line(cells) {
  return `| ${cells.join(' | ')} |`
}
