import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findDependencyOffences, findOffences, pathsNamedIn, type Source } from './find-offences.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const ROOT_DOCUMENTS = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']
const NOT_OURS = new Set(['node_modules', 'dist', '.next', '.data', 'out'])

function files(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? files(path) : [path]
  })
}

const read = (path: string): Source => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })
const all = ['apps', 'packages', 'test'].flatMap(files)

describe('the sources of this repository', () => {
  it('follow the arrows of the house in every import', () => {
    const sources = all.filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.startsWith('test/src/boundaries/'))
    expect(sources.length).toBeGreaterThan(200)
    expect(sources.flatMap((path) => findOffences(read(path)))).toEqual([])
  })

  it('follow them in every package.json', () => {
    const manifests = all.filter((path) => path.endsWith('/package.json'))
    expect(manifests.length).toBeGreaterThanOrEqual(10)
    expect(manifests.flatMap((path) => findDependencyOffences(read(path)))).toEqual([])
  })

  it('have every folder of an app in the page of the architecture, and no other', () => {
    const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
    const rows = [...page.matchAll(/^\| `([\w-]+)` \| (.+) \|$/gm)].map(
      ([, app = '', text = '']) => [app, text] as const,
    )
    const named = rows.map(([app, text]) => [
      app,
      [...text.matchAll(/`([\w-]+)`/g)].map(([, name]) => name ?? '').toSorted(),
    ])
    const apps = readdirSync(join(ROOT, 'apps')).filter((app) => existsSync(join(ROOT, `apps/${app}/src`)))
    const found = apps.map((app) => [
      app,
      readdirSync(join(ROOT, `apps/${app}/src`), { withFileTypes: true })
        .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
        .toSorted(),
    ])
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(found))
  })

  it('hold every path their documents name', () => {
    const docs = existsSync(join(ROOT, 'docs')) ? files('docs').filter((path) => path.endsWith('.md')) : []
    const documents = docs.length === 0 ? [] : [...ROOT_DOCUMENTS, ...docs]
    const missing = documents.flatMap((document) =>
      pathsNamedIn(readFileSync(join(ROOT, document), 'utf8'))
        .filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, dirname(document), path)))
        .map((path) => `${document} names ${path}`),
    )
    expect(missing).toEqual([])
  })
})

const OFFENDING: readonly [string, string, RegExp][] = [
  ['apps/api/src/x.ts', `import { run } from '@cges-fleet/coordinator/rounds'`, /an app/],
  ['apps/cli/src/x.ts', `const x = await import("@cges-fleet/worker")`, /an app/],
  ['apps/api/src/x.ts', `import { run } from '../../worker/src/main.js'`, /another package/],
  ['apps/api/src/x.ts', `export * from '../../../packages/db/src/index.js'`, /another package/],
  ['apps/dashboard/src/x.tsx', `import { query } from '@cges-fleet/db'`, /against the arrows/],
  ['apps/api/src/x.ts', `import { reproduce } from '@cges-fleet/research'`, /an app/],
  ['apps/research/src/x.ts', `import '@cges-fleet/db'`, /against the arrows/],
  ['packages/replay/src/x.ts', `import { readFileSync } from 'node:fs'`, /imports node:fs/],
  ['packages/core/src/x.ts', `import { hash } from 'node:crypto'`, /zod alone/],
  ['packages/answers/src/x.ts', `import lodash from 'lodash'`, /zod and decimal\.js alone/],
  ['packages/methods/src/x.ts', `import { Real } from 'decimal.js'`, /zod alone/],
  ['packages/methods/src/x.ts', `import '@cges-fleet/core'`, /against the arrows/],
  ['packages/core/src/x.ts', `import '@cges-fleet/statistics'`, /against the arrows/],
  ['packages/core/src/x.ts', `import '@cges-fleet/db'`, /against the arrows/],
  ['packages/core/src/x.ts', 'const at = Date.now()', /Date\.now/],
  ['packages/core/src/x.ts', 'const at = new Date()', /new Date/],
  ['packages/statistics/src/x.ts', 'const chance = Math.random()', /statistics uses Math\.random/],
  ['packages/core/src/x.ts', `await fetch('/x')`, /fetch/],
  ['packages/core/src/x.ts', 'process.exit(1)', /process/],
  ['packages/core/src/x-words.ts', `import { Pool } from './schemas/pool.js'`, /reads a schema/],
  ['packages/db/src/x.ts', `import { add } from '@cges-fleet/queue'`, /against the arrows/],
  ['packages/queue/src/x.ts', `import type { DataSource } from '@cges-fleet/db'`, /against the arrows/],
  ['packages/queue/src/x.ts', `import pg from 'pg'`, /db alone/],
  ['apps/worker/src/x.ts', `import { DataSource } from 'typeorm'`, /db alone/],
  ['apps/worker/src/x.ts', `import { Job } from 'bullmq'`, /processors/],
  ['apps/worker/src/x.ts', `import { Processor } from '@nestjs/bullmq'`, /processors/],
  ['packages/db/src/x.ts', `import { Queue } from 'bullmq'`, /processors/],
  ['apps/api/src/x.ts', 'const port = process.env.PORT', /env\.ts/],
  ['packages/client/src/x.ts', `import { Benchmark } from '@cges-fleet/formats'`, /against the arrows/],
  ['packages/db/src/x.ts', `import { openStores } from '@cges-fleet/stores'`, /against the arrows/],
  ['packages/core/src/x.ts', `import { createClient } from '@cges-fleet/client'`, /against the arrows/],
  ['apps/dashboard/src/x.ts', 'await fetch(`/v1/evaluations/${id}`)', /spells a path/],
  ['test/src/x.test.ts', `await api().get('/v1/keys?team=a')`, /spells a path/],
  ['packages/db/src/environment.ts', `const url = process.env['DATABASE_URL']`, /env\.ts/],
]

const RIGHT: readonly [string, string][] = [
  ['packages/core/src/x-words.ts', `import type { Pool } from './schemas/pool.js'\nimport { y } from './y.js'`],
  ['apps/api/src/env.ts', 'const port = process.env.PORT'],
  ['apps/worker/src/calls/call.processor.ts', `import { Job } from 'bullmq'`],
  ['apps/worker/src/worker.module.ts', `import { BullModule } from '@nestjs/bullmq'`],
  ['apps/cli/src/x.ts', `import { reproduce } from '@cges-fleet/research'`],
  ['packages/core/src/x.ts', `import { z } from 'zod'\nimport { y } from './schemas/y.js'`],
  ['packages/core/src/x.ts', '/** Never reads Date.now() or process.env. */\n// fetch(x)\nconst a = new Date(at)'],
  ['packages/core/src/x.test.ts', `import fc from 'fast-check'\nimport { createHash } from 'node:crypto'`],
  ['packages/db/src/x.ts', `import type { DataSource } from 'typeorm'\nimport pg from 'pg'`],
  ['packages/core/src/contract/addresses.ts', `export const listKeys = { method: 'get', path: '/v1/keys' }`],
  ['apps/worker/src/x.ts', `await fetch(server + '/v1/models')`],
  ['apps/dashboard/src/x.ts', `import { createClient } from '@cges-fleet/client'`],
  ['test/src/x.test.ts', `import { runRound } from '@cges-fleet/coordinator/rounds'\nimport pg from 'pg'`],
]

describe('the checker itself', () => {
  it.each(OFFENDING)('finds in %s: %s', (path, text, offence) => {
    expect(findOffences({ path, text }).join()).toMatch(offence)
  })

  it.each(RIGHT)('finds nothing in %s: %s', (path, text) => {
    expect(findOffences({ path, text })).toEqual([])
  })

  it.each([
    ['packages/core/package.json', { dependencies: { lodash: '*' } }, /core depends on lodash/],
    ['packages/db/package.json', { dependencies: { '@cges-fleet/queue': '*' } }, /against the arrows/],
    ['apps/api/package.json', { devDependencies: { '@cges-fleet/worker': '*' } }, /an app/],
    ['apps/api/package.json', { dependencies: { pg: '*' } }, /db alone/],
  ])('finds the dependency of %s on %o', (path, manifest, offence) => {
    expect(findDependencyOffences({ path, text: JSON.stringify(manifest) }).join()).toMatch(offence)
  })

  it('reads the paths of a document from its code and links, and no others', () => {
    const text =
      'See `apps/api/src/env.ts`, `npm test` and [there](architecture.md#top), [out](https://x.y/a.md).\n```\napps/no\n```'
    expect(pathsNamedIn(text)).toEqual(['apps/api/src/env.ts', 'architecture.md'])
  })
})
