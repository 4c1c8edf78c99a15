import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'docs-site-'))
const site = join(ROOT, 'dist/site')

function build(root: string, out: string) {
  return spawnSync(process.execPath, [join(root, '.config/docs.mjs'), '--out', out], { encoding: 'utf8' })
}

/** A checkout in which documents can be changed. */
function copyOfDocuments(): string {
  const root = mkdtempSync(join(folder, 'root-'))
  mkdirSync(join(root, '.config'))
  for (const path of ['.config/docs.mjs', '.config/docs', 'docs', 'package.json']) {
    cpSync(join(ROOT, path), join(root, path), { recursive: true })
  }
  for (const name of readdirSync(ROOT).filter((file) => file.endsWith('.md') || file === 'CITATION.cff'))
    cpSync(join(ROOT, name), join(root, name))
  for (const name of ['apps', 'k8s', 'node_modules', 'packages']) symlinkSync(join(ROOT, name), join(root, name))
  return root
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('has every page of docs/, each in the navigation, and every decision in their list', () => {
  const index = readFileSync(join(site, 'index.html'), 'utf8')
  const documents = readdirSync(join(ROOT, 'docs')).filter((file) => /\.(?:md|ipynb)$/u.test(file))
  expect(documents.length).toBeGreaterThan(15)
  for (const document of documents) {
    const page = document.replace(/\.\w+$/u, '.html')
    expect(existsSync(join(site, page)), page).toBe(true)
    expect(index).toContain(`<li><a href="${page}">`)
  }
  const decisions = readFileSync(join(site, 'adr/index.html'), 'utf8')
  for (const file of readdirSync(join(ROOT, 'docs/adr')).filter((name) => /^\d/u.test(name))) {
    expect(decisions).toContain(`href="${file.replace('.md', '.html')}"`)
  }
})

it('leads to the text of each source that a page links to', () => {
  const html = readFileSync(join(site, 'architecture.html'), 'utf8')
  const links = [...html.matchAll(/href="(source\/([^"]+)\.txt)"/gu)]
  expect(links.length).toBeGreaterThan(15)
  for (const [, file = '', path = ''] of links) {
    expect(readFileSync(join(site, file), 'utf8'), path).toBe(readFileSync(join(ROOT, path), 'utf8'))
  }
})

it('has every operation of the API, and the document itself', () => {
  const document = JSON.parse(readFileSync(join(site, 'api/openapi.json'), 'utf8')) as { paths: Record<string, object> }
  const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
  const listed = readFileSync(join(site, 'api/index.html'), 'utf8').match(/<td><a href=/gu) ?? []
  expect(operations.length).toBeGreaterThan(40)
  expect(listed).toHaveLength(operations.length)
})

it.each([
  ['a link to a file that is not there', '[a file](nowhere.md)', ['nowhere.md leads nowhere']],
  [
    'a link to a heading that is not there, and with a page outside the navigation',
    '[a heading](operations.md#no-such)',
    ['no-such leads to no heading', 'docs/stray.md is not in the navigation'],
  ],
])('is not built with %s', (_what, link, said) => {
  const root = copyOfDocuments()
  const slurm = join(root, 'docs/slurm.md')
  writeFileSync(slurm, `${readFileSync(slurm, 'utf8')}\n\n${link}\n`)
  writeFileSync(join(root, 'docs/stray.md'), '# Stray\n')
  const { status, stderr } = build(root, join(root, 'out'))
  for (const each of said) expect(stderr).toContain(each)
  expect(status).toBe(1)
})
