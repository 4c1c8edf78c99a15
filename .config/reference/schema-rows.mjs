import { jsonSchema } from '../../apps/api/dist/openapi/openapi-document.js'

/** Returns the JSON Schema of what people write. */
export function inputSchema(schema) {
  return jsonSchema(schema, 'input')
}

/** Returns a row for each property: name, type, default, description; those of an object inside it follow as `object.name`. */
export function schemaRows(schema) {
  return fieldsOf(schema).map(({ name, type, usual, about }) => [name, type, usual, about])
}

/** Returns the same rows with an example before the description. */
export function rowsWithExamples(schema) {
  return fieldsOf(schema).map(({ name, type, usual, examples, about }) => [name, type, usual, examples, about])
}

function fieldsOf({ properties: fields = {}, required = [] }, prefix = '') {
  return Object.entries(fields).flatMap(([name, property]) => {
    const inner = property.type === 'object' ? fieldsOf(property, `${prefix}${name}.`) : []
    const row = {
      name: `\`${prefix}${name}\``,
      type: typeOf(property),
      usual: required.includes(name) ? '*required*' : defaultOf(property),
      examples: examplesOf(property),
      about: property.description ?? '',
    }
    return [row, ...inner]
  })
}

/** Writes a table in Markdown. */
export function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function typeOf({ type, const: only, enum: values, anyOf, items, ...limits }) {
  if (only !== undefined) return only === '' ? 'empty' : `\`${only}\``
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ')
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ')
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...limits, type: each, items })).join(' or ')
  if (type === 'array') return `list of ${typeOf(items)}`
  if (type === 'object') return 'fields'
  if (type === 'integer') return `whole number${range(limits)}`
  if (type === 'number') return `number${range(limits)}`
  if (type === 'boolean') return '`true`, `false`'
  if (type === 'null') return '`null`'
  return limits.format === 'uri' ? 'address' : 'text'
}

function range({ minimum, maximum, exclusiveMinimum }) {
  const least = exclusiveMinimum === undefined ? numeral(minimum) : `above ${exclusiveMinimum}`
  const most = numeral(maximum)
  if (least === null && most === null) return ''
  return most === null ? `, from ${least}` : `, ${least} to ${most}`
}

function numeral(limit) {
  return limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? null : limit.toLocaleString('en-US')
}

function defaultOf({ default: usual }) {
  if (usual === undefined || usual === '' || JSON.stringify(usual) === '{}') return ''
  return `\`${typeof usual === 'string' ? usual : JSON.stringify(usual)}\``
}

function examplesOf({ examples = [] }) {
  return examples.map((example) => `\`${inYaml(example)}\``).join(', ')
}

/** Writes a value as YAML on one line; a text that YAML might read otherwise is quoted. */
function inYaml(value) {
  if (Array.isArray(value)) return `[${value.map(inYaml).join(', ')}]`
  if (typeof value === 'string') return /^[a-z][\w./@-]*(?: [\w./@-]+)*$/iu.test(value) ? value : JSON.stringify(value)
  if (typeof value !== 'object') return String(value)
  const fields = Object.entries(value).map(([name, each]) => `${name}: ${inYaml(each)}`)
  return `{ ${fields.join(', ')} }`
}
