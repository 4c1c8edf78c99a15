/** Writes a JSON schema as a list of its fields, each with its type, what it may hold and what it says. */
export function schemaFields(schema) {
  const inner = fieldsOf(schema)
  return inner === '' ? `<p>${typeOf(schema)}</p>` : `${note(schema)}${inner}`
}

/** Says in a few words what a value of the schema is. */
export function typeOf(schema) {
  const { type, format, enum: values, const: only, items } = schema
  if (only !== undefined) return code(JSON.stringify(only))
  if (values !== undefined) return `one of ${values.map((value) => code(JSON.stringify(value))).join(', ')}`
  const variants = variantsOf(schema)
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(' or ')
  if (type === 'array')
    return items === undefined ? 'a list' : `a list of: ${typeOf(items)}${range(schema, 'Items', ' entries')}`
  if (type === 'string')
    return `string${format === undefined ? '' : ` (${escape(format)})`}${range(schema, 'Length', ' characters')}`
  if (type === 'integer' || type === 'number') return `${type}${range(schema, 'imum', '')}`
  return escape([type ?? 'anything'].flat().join(' or '))
}

function fieldsOf(schema) {
  const { properties, required = [], items, additionalProperties } = schema
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, field]) => {
      const may = required.includes(name) ? '' : ' <i>optional</i>'
      return `<li><code class="field">${escape(name)}</code> <span>${typeOf(field)}</span>${may}${about(field)}${fieldsOf(field)}</li>`
    })
    return `<ul class="fields">${fields.join('')}</ul>`
  }
  if (items !== undefined) return fieldsOf(items)
  if (typeof additionalProperties === 'object') {
    return `<ul class="fields"><li><i>for each name</i> <span>${typeOf(additionalProperties)}</span>${fieldsOf(additionalProperties)}</li></ul>`
  }
  const variants = variantsOf(schema)
    .map(fieldsOf)
    .filter((fields) => fields !== '')
  return variants.length < 2
    ? variants.join('')
    : variants.map((fields) => `<p class="variant">either</p>${fields}`).join('')
}

function variantsOf({ anyOf, oneOf, allOf }) {
  return anyOf ?? oneOf ?? allOf ?? []
}

function about({ description, default: usual }) {
  const words = description === undefined ? '' : `: ${escape(description)}`
  return usual === undefined ? words : `${words} (${code(JSON.stringify(usual))} unless given)`
}

function note({ description }) {
  return description === undefined ? '' : `<p>${escape(description)}</p>`
}

function range(schema, of, unit) {
  const [least, most] = [schema[`min${of}`], schema[`max${of}`]].map((limit) =>
    limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit.toLocaleString('en-US'),
  )
  if (least === undefined && most === undefined) return ''
  if (most === undefined) return `, from ${least}${unit}`
  return least === undefined ? `, at most ${most}${unit}` : `, ${least} to ${most}${unit}`
}

function code(text) {
  return `<code>${escape(text)}</code>`
}

/** Text as HTML shows it. */
export function escape(text) {
  return String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
