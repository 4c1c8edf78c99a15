import { posix } from 'node:path'
import { NAVIGATION, pageOf } from './navigation.mjs'

/** Lays out a page of the site: its text, between the navigation and its own table of contents. */
export function pageLayout(body, path) {
  const to = (page) => posix.relative(posix.dirname(path), page)
  const title = (/<h1[^>]*>(.*?)<\/h1>/su.exec(body)?.[1] ?? 'cges-fleet').replaceAll(/<[^>]+>/gu, '')
  const name = title === 'cges-fleet' ? title : `${title} · cges-fleet`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to('tokens.css')}">
<link rel="stylesheet" href="${to('site.css')}">
<script defer src="${to('search.js')}" data-root="${to('.') || '.'}"></script>
</head>
<body>
<a class="skip" href="#words">Skip to the text</a>
<header>
<a class="name" href="${to('index.html')}">cges-fleet</a>
<search>
<input type="search" id="search" placeholder="Search" aria-label="Search the documentation" aria-controls="found" autocomplete="off">
<div id="found" role="region" aria-label="Search results" aria-live="polite" hidden></div>
</search>
</header>
<details class="menu"><summary>All pages</summary><nav aria-label="All pages">${navigation(path, to)}</nav></details>
<div class="sheet">
<nav class="side" aria-label="Pages">${navigation(path, to)}</nav>
<main id="words"><article>
${body}
</article>${neighbours(path, to)}</main>
${contents(body)}
</div>
</body>
</html>
`
}

function navigation(path, to) {
  return NAVIGATION.map(({ title, pages }) => {
    const items = pages.map(([source, name]) => {
      const page = pageOf(source)
      return `<li><a href="${to(page)}"${page === listedAs(path) ? ' aria-current="page"' : ''}>${name}</a></li>`
    })
    return `<p>${title}</p><ul>${items.join('')}</ul>`
  }).join('')
}

/** The listed page that one is, or is reached from. */
function listedAs(path) {
  return /^(?:adr|api)\//u.test(path) ? `${posix.dirname(path)}/index.html` : path
}

function neighbours(path, to) {
  const all = NAVIGATION.flatMap(({ title, pages }) =>
    pages.map(([source, name]) => ({ page: pageOf(source), name: name === 'First page' ? title : name })),
  )
  const at = all.findIndex(({ page }) => page === path)
  if (at === -1) return ''
  const link = (found, rel) =>
    found === undefined ? '<span></span>' : `<a rel="${rel}" href="${to(found.page)}">${found.name}</a>`
  return `<nav class="neighbours" aria-label="Neighbouring pages">${link(all[at - 1], 'prev')}${link(all[at + 1], 'next')}</nav>`
}

function contents(body) {
  const found = [...body.matchAll(/<h2 id="([^"]+)"[^>]*>(.*?)<\/h2>/gsu)]
  if (found.length < 2) return ''
  const items = found.map(([, id, words]) => `<li><a href="#${id}">${words.replaceAll(/<[^>]+>/gu, '')}</a></li>`)
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`
}
