import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { RULES } from './rules/all-rules.js'
import { parametersOf } from './rules/parameters-of.js'

const TABLE = fileURLToPath(new URL('../../python/src/cges/methods/rules.json', import.meta.url))

it('is the table that the Python package reads (written again with `vitest --update`)', async () => {
  const table = Object.fromEntries(
    RULES.map((rule) => [rule.name, { ...rule, parameters: parametersOf(rule), swept: rule.swept ?? null }]),
  )
  await expect(`${JSON.stringify(table, null, 1)}\n`).toMatchFileSnapshot(TABLE)
})
