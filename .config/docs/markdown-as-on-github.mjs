import { posix } from 'node:path'
import { headingSlug } from './heading-slug.mjs'
import { pageOf } from './navigation.mjs'

const ELSEWHERE = /^(?:[a-z]+:|#)/iu
/** On GitHub one clicks through to it; the site has no sources. */
const SOURCE = /\.ts$/u
const ASSET = /\.(?:png|svg|ipynb)$/u

/** Has Markdown say on the site what it says on GitHub: headings with the same anchors, links between files. */
export function markdownAsOnGithub(markdown, isThere) {
  markdown.core.ruler.push('anchors', ({ tokens }) => addAnchors(tokens))
  markdown.core.ruler.push('links', ({ tokens, env }) => {
    const found = tokens.flatMap(({ children }) => children ?? [])
    for (const [at, token] of found.entries()) {
      if (moveLink(token, env, isThere) !== 'dropped') continue
      const close = found.slice(at).find(({ type }) => type === 'link_close')
      for (const each of [token, close]) each.tag = 'code'
    }
  })
  const { rules } = markdown.renderer
  rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
  rules.table_close = () => '</table></div>\n'
  const fence = rules.fence
  rules.fence = (...given) => fence(...given).replace('<pre>', '<pre tabindex="0">')
}

function addAnchors(tokens) {
  const taken = new Map()
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const words = tokens[at + 1].children.map(({ content }) => content).join('')
    token.attrSet('id', headingSlug(words, taken))
  }
}

function moveLink(token, { source, permalink }, isThere) {
  const name = { link_open: 'href', image: 'src' }[token.type]
  if (name === undefined) return
  const link = token.attrGet(name)
  if (ELSEWHERE.test(link)) return
  const [, path, anchor] = /^([^#]*)(.*)$/u.exec(link)
  const target = posix.join(posix.dirname(source), decodeURI(path))
  if (!isThere(target)) throw new Error(`${source}: the link ${link} leads nowhere`)
  if (SOURCE.test(target)) {
    token.attrs = []
    return 'dropped'
  }
  const page = ASSET.test(target) ? target.replace(/^docs\//u, '') : pageOf(target)
  token.attrSet(name, posix.relative(posix.dirname(permalink), page) + anchor)
}
