import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { jsonSchema } from '../../apps/api/dist/openapi/openapi-document.js'
import { WebhookMessage } from '../../packages/core/dist/index.js'
import { schemaRows, table } from './schema-rows.mjs'

const PAGE = fileURLToPath(new URL('../../docs/webhooks.md', import.meta.url))
const [BEGIN, END] = ['<!-- Written by `npm run reference` from the schema. -->', '<!-- As far as here. -->']

/** Writes the fields of what webhooks receive into their page, and the JSON Schema of a message. */
export function webhookReference() {
  const { properties, ...schema } = jsonSchema(WebhookMessage, 'output')
  const rows = schemaRows({ properties: withoutNull(properties) }).map(([name, type, , about]) => [name, type, about])
  const fields = table(['field', 'value', 'what it is'], rows)
  const page = readFileSync(PAGE, 'utf8')
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (before < 0 || after < before) throw new Error('docs/webhooks.md has no place for the fields of a message')
  return {
    'docs/webhooks.md': `${page.slice(0, before)}${BEGIN}\n\n${fields}\n\n${page.slice(after)}`,
    'docs/data/webhook.schema.json': `${JSON.stringify({ title: 'What a webhook of cges-fleet receives', ...schema, properties }, null, 1)}\n`,
  }
}

/** Fields of what may be null are listed too; that it may be is said in its description. */
function withoutNull(properties) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { anyOf, ...property }]) => {
      const [inner] = (anyOf ?? []).filter(({ type }) => type !== 'null')
      const whole = inner?.type === 'object' ? { ...property, ...inner, description: property.description } : null
      const used = whole ?? (anyOf === undefined ? property : { ...property, anyOf })
      return [name, used.properties === undefined ? used : { ...used, properties: withoutNull(used.properties) }]
    }),
  )
}
