import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
interface Wanted {
  readonly name: string
  readonly version: string
  readonly needsRepository: boolean
}
interface Wheel {
  readonly metadata: string
  readonly files: readonly string[]
  readonly name: string
  readonly version: string
}
const problems = (await import(pathToFileURL(join(ROOT, '.config/release/package-problems.mjs')).href)) as {
  npmProblems: (folder: string, wanted: Wanted) => string[]
  wheelProblems: (wheel: Wheel) => string[]
  NPM_PACKAGES: readonly string[]
}

const stage = mkdtempSync(join(tmpdir(), 'cges-publish-test-'))
afterAll(() => rmSync(stage, { recursive: true, force: true }))

const MANIFEST = {
  name: 'cges',
  version: '7.8.9',
  description: 'It replays.',
  license: 'Apache-2.0',
  engines: { node: '>=20.19' },
  bin: { cges: 'main.js' },
  repository: { type: 'git', url: 'git+https://example.org/cges.git' },
}
const README = '# cges\n\nSee [the page](https://example.org).\n'

/** The problems of a package with these changes; a file of null is left out. */
function problemsOf(manifest: object = {}, files: Readonly<Record<string, string | null>> = {}): string[] {
  const folder = mkdtempSync(join(stage, 'package-'))
  const all = { 'main.js': '', LICENSE: 'Apache License', 'README.md': README, ...files }
  for (const [name, text] of Object.entries(all)) if (text !== null) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...MANIFEST, ...manifest }))
  return problems.npmProblems(folder, { name: 'cges', version: '7.8.9', needsRepository: true })
}

describe('a package for npm', () => {
  it('passes as it should be', () => expect(problemsOf()).toEqual([]))

  it.each([
    [{ version: '7.8.8' }, {}, 'package.json names cges 7.8.8, not cges 7.8.9'],
    [{ license: undefined }, {}, 'package.json has no license'],
    [{ scripts: { postinstall: 'x' } }, {}, 'package.json runs a script at postinstall'],
    [{ private: true }, {}, 'package.json is private'],
    [{ repository: undefined }, {}, 'package.json names no repository, without which npm attaches no provenance'],
    [{ exports: { '.': { types: './a.d.ts' } } }, {}, 'package.json names ./a.d.ts, which is not packed'],
    [{}, { 'main.js': null }, 'package.json names main.js, which is not packed'],
    [{}, { LICENSE: null }, 'there is no LICENSE'],
    [{}, { 'README.md': null }, "README.md is missing or has no title: cges's page would be empty"],
    [
      {},
      { 'README.md': '# cges\n\n[rules](../rules.md)\n' },
      "README.md links to ../rules.md, which leads nowhere on a registry's page",
    ],
  ])('is refused with %j %j', (manifest, files, problem) => {
    expect(problemsOf(manifest, files)).toEqual([problem])
  })
})

it('refuses a wheel without its command, or of another version', () => {
  const metadata = `Name: cges\nVersion: 7.8.9\nLicense-Expression: Apache-2.0\n\n${README}`
  const info = ['licenses/LICENSE', 'entry_points.txt'].map((name) => `cges-7.8.9.dist-info/${name}`)
  const wheel = { metadata, files: [...info, 'cges/command/apps/cli/bundle/main.js'], name: 'cges', version: '7.8.9' }
  expect(problems.wheelProblems(wheel)).toEqual([])
  expect(problems.wheelProblems({ ...wheel, files: info, version: '7.8.8' })).toEqual([
    'METADATA has no line "Version: 7.8.8"',
    'the wheel has no cges/command/apps/cli/bundle/main.js',
  ])
})

describe('.github/workflows/release.yml', () => {
  interface Job {
    readonly needs?: string | readonly string[]
    readonly permissions?: Readonly<Record<string, string>>
    readonly environment?: string
    readonly steps: readonly { readonly run?: string; readonly uses?: string }[]
  }
  const { jobs, on } = parse(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')) as {
    jobs: Readonly<Record<string, Job>>
    on: object
  }
  const runs = (job: Job) => job.steps.map(({ run }) => run ?? '').join('\n')

  it('runs on a tag alone, and publishes only what the dry run passed', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } })
    expect(runs(jobs['build'] as Job)).toContain('npm run publish:check')
    for (const [name, { needs }] of Object.entries(jobs)) if (name !== 'build') expect(needs, name).toBeDefined()
  })

  it('publishes every package for npm with provenance, the command line after the fleet it installs', () => {
    const npm = jobs['npm'] as Job
    expect(npm.permissions).toEqual({ contents: 'read', 'id-token': 'write' })
    expect(runs(npm)).toContain(`for name in ${problems.NPM_PACKAGES.join(' ')}; do`)
    expect(runs(npm)).toMatch(/npm publish .* --provenance/u)
    expect(problems.NPM_PACKAGES.at(-1)).toBe('cges')
  })

  it('runs only scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
    const named = Object.values(jobs).flatMap((job) => [...runs(job).matchAll(/npm run (?:--silent )?([\w:]+)/gu)])
    expect(named.length).toBeGreaterThan(3)
    for (const [, name] of named) expect(Object.keys(scripts)).toContain(name)
  })
})
