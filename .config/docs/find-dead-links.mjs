import { posix } from 'node:path'

/** Lists links of the built pages that lead to no file of the site, or to no anchor of a page. */
export function findDeadLinks(pages, isThere) {
  const anchors = new Map(
    pages.map(({ path, html }) => [path, new Set([...html.matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id))]),
  )
  return pages.flatMap(({ path, html }) =>
    [...html.matchAll(/ (?:href|src)="([^"]*)"/gu)].flatMap(([, link]) => {
      if (/^[a-z]+:/iu.test(link)) return []
      const [, file, anchor] = /^([^#]*)#?(.*)$/u.exec(link)
      const target = file === '' ? path : posix.join(posix.dirname(path), file)
      if (!anchors.has(target) && !isThere(target)) return [`${path}: the link ${link} leads nowhere`]
      const isFound = anchor === '' || anchors.get(target)?.has(decodeURIComponent(anchor)) === true
      return isFound ? [] : [`${path}: the link ${link} leads to no heading`]
    }),
  )
}
