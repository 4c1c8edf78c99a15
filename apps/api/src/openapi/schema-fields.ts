import type { z } from 'zod'

/** A JSON schema, of which true and {} say nothing. */
type Schema = z.core.JSONSchema.JSONSchema
type Written = Schema | boolean | undefined

/** Writes a JSON schema as a list of its fields, each with its type, constraints and description. */
export function schemaFields(schema: Schema): string {
  const inner = fieldsOf(schema)
  return inner === '' ? `<p>${typeOf(schema)}</p>` : `${note(schema)}${inner}`
}

/** Describes a value of the schema in a few words. */
export function typeOf(schema: Schema): string {
  const { type, format, enum: values, const: only } = schema
  if (only !== undefined) return code(JSON.stringify(only))
  if (values !== undefined) return `one of ${values.map((value) => code(JSON.stringify(value))).join(', ')}`
  const variants = variantsOf(schema)
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(' or ')
  if (type === 'array') return listOf(schema)
  if (type === 'string')
    return `string${format === undefined ? '' : ` (${escape(format)})`}${range([schema.minLength, schema.maxLength], ' characters')}`
  if (type === 'integer' || type === 'number') return `${type}${range([schema.minimum, schema.maximum], '')}`
  return escape([type ?? 'anything'].flat().join(' or '))
}

function listOf({ items, minItems, maxItems }: Schema): string {
  const each = Array.isArray(items) ? undefined : written(items)
  return each === undefined ? 'a list' : `a list of: ${typeOf(each)}${range([minItems, maxItems], ' entries')}`
}

function fieldsOf(schema: Schema): string {
  const { properties, required = [], items } = schema
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, value]) => {
      const field = written(value) ?? {}
      const may = required.includes(name) ? '' : ' <i>optional</i>'
      return `<li><code class="field">${escape(name)}</code> <span>${typeOf(field)}</span>${may}${about(field)}${fieldsOf(field)}</li>`
    })
    return `<ul class="fields">${fields.join('')}</ul>`
  }
  const each = Array.isArray(items) ? undefined : written(items)
  if (each !== undefined) return fieldsOf(each)
  const named = written(schema.additionalProperties)
  if (named !== undefined) {
    return `<ul class="fields"><li><i>for each name</i> <span>${typeOf(named)}</span>${fieldsOf(named)}</li></ul>`
  }
  const variants = variantsOf(schema)
    .map(fieldsOf)
    .filter((fields) => fields !== '')
  if (variants.length < 2) return variants.join('')
  return variants.map((fields) => `<p class="variant">either</p>${fields}`).join('')
}

function variantsOf({ anyOf, oneOf, allOf }: Schema): Schema[] {
  return anyOf ?? oneOf ?? allOf ?? []
}

function written(schema: Written): Schema | undefined {
  return typeof schema === 'object' ? schema : undefined
}

function about({ description, default: usual }: Schema): string {
  const words = description === undefined ? '' : `: ${escape(description)}`
  return usual === undefined ? words : `${words} (${code(JSON.stringify(usual))} unless given)`
}

function note({ description }: Schema): string {
  return description === undefined ? '' : `<p>${escape(description)}</p>`
}

function range(limits: readonly [number | undefined, number | undefined], unit: string): string {
  const [least, most] = limits.map((limit) =>
    limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit.toLocaleString('en-US'),
  )
  if (least === undefined && most === undefined) return ''
  if (most === undefined) return `, from ${least ?? ''}${unit}`
  return least === undefined ? `, at most ${most}${unit}` : `, ${least} to ${most}${unit}`
}

function code(text: string): string {
  return `<code>${escape(text)}</code>`
}

/** Text as HTML shows it. */
export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
