import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const HEADING = /<h([123]) id="([^"]+)"[^>]*>(.*?)<\/h\1>/gsu

/** Writes what the search looks through: the text below each heading of each page. A script, so that it loads from a disk too. */
export function writeSearch(pages, folder) {
  const sections = pages.flatMap(({ path, html }) => sectionsOf(path, html))
  const texts = sections.map((section, id) => ({ id, ...section }))
  writeFileSync(join(folder, 'search-texts.js'), `globalThis.SEARCH_TEXTS = ${JSON.stringify(texts)}\n`)
}

function sectionsOf(path, html) {
  const main = html.slice(html.indexOf('<article>'), html.indexOf('</article>'))
  const headings = [...main.matchAll(HEADING)]
  const page = plain(headings[0]?.[3] ?? path)
  return headings.map((found, at) => {
    const text = plain(main.slice(found.index + found[0].length, headings[at + 1]?.index))
    return { page, title: plain(found[3]), path: at === 0 ? path : `${path}#${found[2]}`, text }
  })
}

/** A page's words without its folded parts: too many of the API's schemas are alike. */
function plain(html) {
  return html
    .replaceAll(/<details>.*?<\/details>/gsu, ' ')
    .replaceAll(/<\/?(?:a|b|code|em|i|small|span|strong|wbr)\b[^>]*>/gu, '')
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}
