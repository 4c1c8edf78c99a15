import { posix } from 'node:path'
import { headingSlug } from './heading-slug.mjs'
import { pageOf } from './navigation.mjs'

const ELSEWHERE = /^(?:[a-z]+:|#)/iu
/** On the site, the text of a source that a page links to is a file under `source`. */
const SOURCE = /\.(?:ts|cff)$/u
const ASSET = /\.(?:svg|webp|ipynb)$/u

/** Has Markdown say on the site what it says on GitHub: headings with the same anchors, links between files. */
export function markdownAsOnGithub(markdown, isThere, linkedSources) {
  markdown.core.ruler.push('anchors', ({ tokens }) => addAnchors(tokens))
  markdown.core.ruler.push('corners', ({ tokens }) => emptyHeads(tokens))
  markdown.core.ruler.push('links', ({ tokens, env }) => {
    const found = tokens.flatMap(({ children }) => children ?? [])
    for (const token of found) moveLink(token, env, { isThere, linkedSources })
  })
  const { rules } = markdown.renderer
  rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
  rules.table_close = () => '</table></div>\n'
  const fence = rules.fence
  rules.fence = (...given) => fence(...given).replace('<pre>', '<pre tabindex="0">')
}

/** A cell at the head of a table that says nothing heads nothing. */
function emptyHeads(tokens) {
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'th_open' && tokens[at + 1].content === '') token.tag = tokens[at + 2].tag = 'td'
  }
}

function addAnchors(tokens) {
  const taken = new Map()
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const words = tokens[at + 1].children.map(({ content }) => content).join('')
    token.attrSet('id', headingSlug(words, taken))
  }
}

function moveLink(token, { source, permalink }, { isThere, linkedSources }) {
  const name = { link_open: 'href', image: 'src' }[token.type]
  if (name === undefined) return
  const link = token.attrGet(name)
  if (ELSEWHERE.test(link)) return
  const [, path, anchor] = /^([^#]*)(.*)$/u.exec(link)
  const target = posix.join(posix.dirname(source), decodeURI(path))
  if (!isThere(target)) throw new Error(`${source}: the link ${link} leads nowhere`)
  if (SOURCE.test(target)) linkedSources.add(target)
  const page = pageFor(target)
  token.attrSet(name, posix.relative(posix.dirname(permalink), page) + anchor)
}

function pageFor(target) {
  if (SOURCE.test(target)) return sourceFile(target)
  return ASSET.test(target) ? target.replace(/^docs\//u, '') : pageOf(target)
}

/** Where a source's text is on the site. */
export function sourceFile(path) {
  return `source/${path}.txt`
}
