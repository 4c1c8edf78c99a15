import { createHash } from 'node:crypto'
import { type Answer, type ProblemAnswer, type Route, ROUTES } from '@cges-fleet/core/contract'
import { z } from 'zod'
import { writtenAnswer, writtenParameters } from './openapi-document.js'

/** The API's routes as one readable page, without scripts: a list that leads to each, then what it takes and answers. */
export function openapiPage(): string {
  const groups = byGroup()
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>cges-fleet API</title><style>${STYLE}</style>
<header><h1>cges-fleet API</h1><p>Machine-readable: <a href="openapi.json">openapi.json</a>. A request names its key as
<code>Authorization: Bearer cges_…</code>. Errors are <code>application/problem+json</code> and name the field and the remedy.</p></header>
<nav aria-label="Operations">${groups.map(listOf).join('')}</nav><main>${groups.map(groupOf).join('')}</main></html>`
}

type Group = readonly [name: string, routes: readonly Route[]]

function byGroup(): Group[] {
  const groups = new Map<string, Route[]>()
  for (const route of ROUTES.toSorted((a, b) => (a.at.path < b.at.path ? -1 : 1))) {
    const name = /^\/v1\/(?!docs|openapi)([a-z]+)/u.exec(route.at.path)?.[1] ?? 'process'
    groups.set(name, [...(groups.get(name) ?? []), route])
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function listOf([name, routes]: Group): string {
  const links = routes.map(
    (route) => `<li><a href="#${placeOf(route)}">${signature(route)}</a> ${escape(route.summary)}</li>`,
  )
  return `<details><summary>${name} <small>${routes.length}</small></summary><ul>${links.join('')}</ul></details>`
}

function groupOf([name, routes]: Group): string {
  return `<h2>${name}</h2>${routes.map(section).join('')}`
}

function section(route: Route): string {
  const parameters = writtenParameters(route).map(
    ({ name, in: place, about }) =>
      `<li><code class="field">${escape(name)}</code> <span>${place}</span>: ${escape(about)}</li>`,
  )
  const scope = route.scope === 'anyone' ? 'Needs no key.' : `Needs <code>${route.scope}</code>.`
  return `<section id="${placeOf(route)}"><h3><a href="#${placeOf(route)}">${signature(route)}</a></h3><p>${escape(route.summary)}. ${scope}</p>
${parameters.length === 0 ? '' : `<ul class="fields">${parameters.join('')}</ul>`}
${route.body === undefined ? '' : folded('Request body', route.body, 'input')}${Object.entries(route.answers).map(answerOf).join('')}</section>`
}

function answerOf([status, answer]: readonly [string, Answer | ProblemAnswer]): string {
  const { about, schema } = writtenAnswer(answer)
  const said = `<b>${status}</b> ${escape(about)}`
  return schema === undefined || Number(status) >= 400 ? `<p>${said}</p>` : folded(said, schema, 'output')
}

function folded(title: string, schema: z.ZodType, io: 'input' | 'output'): string {
  const fields = schemaFields(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  return `<details><summary>${title}</summary>${fields}</details>`
}

function signature({ at }: Route): string {
  return `<code><b>${at.method.toUpperCase()}</b> ${escape(at.path).replaceAll('/', '/<wbr>')}</code>`
}

function placeOf({ at }: Route): string {
  return `${at.method}${at.path.replaceAll(/[^a-z0-9]+/giu, '-')}`
}

const STYLE = `:root{color-scheme:light dark;--ground:#fff;--ink:#111;--link:#005a9c}@media(prefers-color-scheme:dark){:root{--ground:#121212;--ink:#eee;--link:#6cb8ff}}a,h3 a b{color:var(--link)}body{background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
h2{text-transform:capitalize;margin-top:2.5rem}h3{font-size:1rem;font-weight:normal}h3 a{color:inherit;text-decoration:none}
section{border-top:1px solid #8884;padding:.25rem 0}section:target{background:#8882}nav summary{text-transform:capitalize}
summary{cursor:pointer}ul{padding-left:1.25rem}.fields{list-style:none;border-left:2px solid #8884}.field{font-weight:600}.variant{margin:.5rem 0 0 1rem}`

/** The page's content security policy: its own style, and nothing else. */
export const PAGE_SECURITY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

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
  if (type === 'array') return arrayOf(schema)
  if (type === 'string')
    return `string${format === undefined ? '' : ` (${escape(format)})`}${range([schema.minLength, schema.maxLength], ' characters')}`
  if (type === 'integer' || type === 'number') return `${type}${range([schema.minimum, schema.maximum], '')}`
  return escape([type ?? 'anything'].flat().join(' or '))
}

function arrayOf({ items, minItems, maxItems }: Schema): string {
  const each = Array.isArray(items) ? undefined : written(items)
  return each === undefined ? 'a list' : `a list of: ${typeOf(each)}${range([minItems, maxItems], ' entries')}`
}

function fieldsOf(schema: Schema): string {
  const { properties, required = [], items } = schema
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, value]) => {
      const field = written(value) ?? {}
      const may = required.includes(name) ? '' : ' <i>optional</i>'
      return `<li><code class="field">${escape(name)}</code> <span>${typeOf(field)}</span>${may}${described(field)}${fieldsOf(field)}</li>`
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

function described({ description, default: usual }: Schema): string {
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
