import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { jsonSchema } from '../../apps/api/dist/openapi/openapi-document.js'
import { WebhookEvent, WebhookMessage, WebhookTestMessage } from '../../packages/core/dist/index.js'
import { schemaRows, table } from './schema-rows.mjs'

const PAGE = fileURLToPath(new URL('../../docs/webhooks.md', import.meta.url))
const END = '<!-- As far as here. -->'

/** The tables of the page, each behind the words it begins with. */
const TABLES = [
  ['<!-- Written by `npm run reference` from the schema. -->', WebhookEvent],
  ['<!-- Written by `npm run reference` from the schema of a test. -->', WebhookTestMessage],
]

/** Writes the fields of what webhooks receive into their page, and the JSON Schema of a message. */
export function webhookReference() {
  const schema = jsonSchema(WebhookMessage, 'output')
  return {
    'docs/webhooks.md': TABLES.reduce(withTable, readFileSync(PAGE, 'utf8')),
    'docs/data/webhook.schema.json': `${JSON.stringify({ title: 'What a webhook of cges-fleet receives', ...schema }, null, 1)}\n`,
  }
}

function withTable(page, [begin, message]) {
  const { properties } = jsonSchema(message, 'output')
  const rows = schemaRows({ properties: withoutNull(properties) }).map(([name, type, , about]) => [name, type, about])
  const fields = table(['field', 'value', 'what it is'], rows)
  const before = page.indexOf(begin)
  const after = page.indexOf(END, before)
  if (before < 0 || after < 0) throw new Error(`docs/webhooks.md has no place for a table: ${begin}`)
  return `${page.slice(0, before)}${begin}\n\n${fields}\n\n${page.slice(after)}`
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
