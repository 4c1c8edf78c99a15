import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SAY_VERSION = [
  'package.json',
  'CHANGELOG.md',
  'CITATION.cff',
  'packages/core/src/release.ts',
  'k8s/chart',
  'test/src/deploy/kubernetes/goldens',
]
const SCHEMAS = 'test/src/store/releases'
const { releaseProblems } = (await import(pathToFileURL(join(ROOT, '.config/release/release-problems.mjs')).href)) as {
  releaseProblems: (root: string, version: string) => string[]
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-release-'))
  for (const path of SAY_VERSION) cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  mkdirSync(join(folder, SCHEMAS), { recursive: true })
  writeFileSync(join(folder, SCHEMAS, '7.8.9.sql'), '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function setVersion(version: string): number | null {
  return spawnSync(process.execPath, [join(ROOT, '.config/set-version.mjs'), version, folder]).status
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(join(folder, path), change(readFileSync(join(folder, path), 'utf8')))
}

it('is of one version everywhere once that is set, and every place that is not is named', () => {
  expect(setVersion('7.8.9')).toBe(0)
  expect(releaseProblems(folder, '7.8.9')).toEqual([])
  edit('k8s/chart/Chart.yaml', (text) => text.replace('appVersion: 7.8.9', 'appVersion: 7.8.8'))
  edit('packages/core/src/release.ts', (text) => text.replace('7.8.9', '7.8'))
  edit('CITATION.cff', (text) => text.replace('7.8.9', '7.8.8'))
  expect(releaseProblems(folder, '7.8.9')).toEqual([
    'packages/core/src/release.ts is not of version 7.8.9',
    'CITATION.cff is not of version 7.8.9',
    'k8s/chart/Chart.yaml is not of version 7.8.9',
  ])
  expect(setVersion('soon')).toBe(1)
  expect(setVersion('7.8.10')).toBe(0)
  expect(releaseProblems(folder, '7.8.10')[0]).toContain(`${SCHEMAS}/7.8.10.sql is missing`)
})

function ofChangelog(text: string): string[] {
  edit('CHANGELOG.md', () => text)
  return releaseProblems(folder, '7.8.9')
}

it('needs a section of the changelog that is dated, says something, and leaves nothing unreleased', () => {
  expect(setVersion('7.8.9')).toBe(0)
  expect(ofChangelog('# Changelog\n\n## [Unreleased]\n\n- new\n')).toEqual(['CHANGELOG.md has no section [7.8.9]'])
  expect(ofChangelog('## [Unreleased]\n\n- more\n\n## [7.8.9]\n\n')).toEqual([
    'CHANGELOG.md: ## [7.8.9] has no date, as in ## [7.8.9] - 2026-11-23',
    'CHANGELOG.md says nothing of 7.8.9',
    'CHANGELOG.md has changes that are still [Unreleased]',
  ])
  expect(ofChangelog('## [Unreleased]\n\n## [7.8.9] - 2030-01-02\n\n- new\n')).toEqual([])
})
