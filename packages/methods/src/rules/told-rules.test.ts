import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { RULES } from './all-rules.js'
import type { Parameter } from './parameter.js'

const TABLE = fileURLToPath(new URL('told-rules.ts', import.meta.url))

const HEAD = `import type { ToldRules } from './told-rule.js'

/** What pages say of each rule, written from the rules themselves by \`told-rules.test.ts\`. */
export const TOLD_RULES = {
`

function told({ title, family, look, swept, parameters }: (typeof RULES)[number]) {
  const known = Object.entries<Parameter>(parameters).map(([name, parameter]) => {
    const preset = 'preset' in parameter ? { preset: parameter.preset } : {}
    return [name, { ...preset, ...('optional' in parameter ? { optional: true } : {}) }] as const
  })
  const sweptBy = swept && { parameter: swept.parameter, scale: swept.scale, usual: swept.usual }
  return { title, family, look, swept: sweptBy, parameters: Object.fromEntries(known) }
}

it('is what the rules say of themselves (written again with `vitest --update`)', async () => {
  const lines = RULES.map((rule) => `  ${JSON.stringify(rule.name)}: ${JSON.stringify(told(rule))},\n`)
  await expect(`${HEAD}${lines.join('')}} as const satisfies ToldRules\n`).toMatchFileSnapshot(TABLE)
})
