import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'rolldown'
import { apiPages } from './api-pages.mjs'
import { findDeadLinks } from './find-dead-links.mjs'
import { markdownAsOnGithub, sourceFile } from './markdown-as-on-github.mjs'
import { pageOf, strayPages } from './navigation.mjs'
import { notebookAsMarkdown } from './notebook-as-markdown.mjs'
import { pageLayout } from './page-layout.mjs'
import { renderTables } from './render-tables.mjs'
import { writeSearch } from './write-search.mjs'

const NEAR = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'k8s/README.md', 'docs/tutorial.ipynb']
const OWN = './.config/docs/browser'
const TOKENS = 'apps/dashboard/src/ui/tokens.css'

/** Configures Eleventy: Markdown as GitHub shows it, one layout, the search and the check of links. */
export default function configureSite(site) {
  const linkedSources = new Set()
  site.setQuietMode(true)
  site.setTemplateFormats(['md', '11ty.js'])
  site.setUseGitIgnore(false)
  site.addPassthroughCopy('docs/**/*.{svg,webp,ipynb,json}')
  site.addPassthroughCopy({ [`${OWN}/site.css`]: 'site.css', [TOKENS]: 'tokens.css' })
  for (const watched of [...NEAR, OWN]) site.addWatchTarget(watched)
  site.addPreprocessor('tables', 'md', ({ page }, content) => renderTables(content, dirname(page.inputPath)))
  site.amendLibrary('md', (markdown) => markdownAsOnGithub(markdown, isThere, linkedSources))
  site.addGlobalData(
    'eleventyComputed.permalink',
    () =>
      ({ page, permalink }) =>
        permalink || pageOf(sourceOf(page)),
  )
  site.addGlobalData(
    'eleventyComputed.source',
    () =>
      ({ page, source }) =>
        source || sourceOf(page),
  )
  for (const source of NEAR) {
    const text = readFileSync(source, 'utf8')
    const name = pageOf(source).replace(/html$/u, 'md')
    site.addTemplate(name, source.endsWith('.ipynb') ? notebookAsMarkdown(text) : text, {
      source,
      permalink: pageOf(source),
    })
  }
  addReference(site)
  site.addTransform('layout', function (content) {
    return this.page.outputPath.endsWith('.html') ? pageLayout(content, pathInSite(this.page.url)) : content
  })
  site.on('eleventy.after', (built) => {
    for (const path of linkedSources) cpSync(path, join(built.directories.output, sourceFile(path)))
    return finish(built)
  })
  return { markdownTemplateEngine: false }
}

function addReference(site) {
  const { pages, document } = apiPages()
  for (const { path, html } of pages) site.addTemplate(`${path}.11ty.js`, { render: () => html }, { permalink: path })
  site.addTemplate('openapi.11ty.js', { render: () => JSON.stringify(document) }, { permalink: 'api/openapi.json' })
}

/** Checks the built site: every page in the navigation exists, and every link leads somewhere. */
async function finish({ directories, results }) {
  const pages = results
    .filter(({ outputPath }) => outputPath.endsWith('.html'))
    .map(({ url, content }) => ({ path: pathInSite(url), html: content }))
  const there = readdirSync('docs', { recursive: true }).map((file) => `docs/${file.replaceAll('\\', '/')}`)
  const sources = [...NEAR, ...there.filter((file) => file.endsWith('.md'))]
  const faults = [
    ...strayPages(sources),
    ...findDeadLinks(pages, (file) => file === 'search.js' || existsSync(join(directories.output, file))),
  ]
  if (faults.length > 0) throw new Error(`the documentation has faults:\n  ${faults.join('\n  ')}`)
  writeSearch(pages, directories.output)
  const file = join(directories.output, 'search.js')
  await build({ input: `${OWN}/search.mjs`, output: { file, format: 'iife', minify: true } })
}

function sourceOf({ inputPath }) {
  return inputPath.replace(/^\.\//u, '')
}

function pathInSite(url) {
  return url.endsWith('/') ? `${url.slice(1)}index.html` : url.slice(1)
}

function isThere(path) {
  return existsSync(path)
}
