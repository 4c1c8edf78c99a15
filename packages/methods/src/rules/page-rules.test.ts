import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { RULES } from './all-rules.js'
import type { Parameter } from './parameter.js'

const FILE = fileURLToPath(new URL('page-rules.ts', import.meta.url))
const HEAD = 'const PAGE_RULES = {\n'
const END = '} as const satisfies PageRules\n'

function described({ title, family, look, swept, parameters }: (typeof RULES)[number]) {
  const known = Object.entries<Parameter>(parameters).map(([name, parameter]) => {
    const preset = 'preset' in parameter ? { preset: parameter.preset } : {}
    return [name, { ...preset, ...('optional' in parameter ? { optional: true } : {}) }] as const
  })
  const sweptBy = swept && { parameter: swept.parameter, scale: swept.scale, usual: swept.usual }
  return { title, family, look, swept: sweptBy, parameters: Object.fromEntries(known) }
}

it('is what the rules say of themselves (written again with `vitest --update`)', async () => {
  const lines = RULES.map((rule) => `  ${JSON.stringify(rule.name)}: ${JSON.stringify(described(rule))},\n`)
  const text = readFileSync(FILE, 'utf8')
  const [from, to] = [text.indexOf(HEAD) + HEAD.length, text.indexOf(END)]
  expect(to).toBeGreaterThan(from)
  await expect(text.slice(0, from) + lines.join('') + text.slice(to)).toMatchFileSnapshot(FILE)
})
