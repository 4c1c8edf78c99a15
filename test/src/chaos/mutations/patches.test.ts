import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { COMMITS } from '../nemesis/schedule.js'
import { ALL_GUARDS } from './all-guards.js'
import { patchedFiles } from './mutated-copy.js'

const STORE = fileURLToPath(new URL('../../../../packages/db/dist/', import.meta.url))

it.each(ALL_GUARDS)('finds in the code what it takes out: $guard', ({ patches }) => {
  expect(patchedFiles(patches).size).toBeGreaterThan(0)
})

it('cuts connections after statements that are sent', () => {
  const files = readdirSync(STORE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const sent = files.map((file) => readFileSync(STORE + file, 'utf8'))
  // TypeORM sends the commits.
  for (const statement of COMMITS.filter((one) => one !== 'COMMIT')) {
    expect(
      sent.some((text) => text.includes(statement)),
      statement,
    ).toBe(true)
  }
})
