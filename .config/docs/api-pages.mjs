import { openapiDocument } from '../../apps/api/dist/openapi/openapi-document.js'
import { escape, schemaFields, typeOf } from '../../apps/api/dist/openapi/openapi-page.js'
import { headingSlug } from './heading-slug.mjs'

/** Any route may answer with these; what they hold is said once. */
const PROBLEM = 'application/problem+json'

/** Writes the API's reference from its own OpenAPI document: a page that lists every operation, and one for each group. */
export function apiPages() {
  const document = openapiDocument()
  const groups = byGroup(document)
  const pages = [...groups].map(([name, operations]) => ({
    path: `api/${name}.html`,
    html: groupPage(name, operations),
  }))
  return { document, pages: [{ path: 'api/index.html', html: listPage(groups, document) }, ...pages] }
}

function byGroup({ paths }) {
  const groups = new Map()
  for (const path of Object.keys(paths).toSorted()) {
    const name = /^\/v1\/(?!docs|openapi)([a-z]+)/u.exec(path)?.[1] ?? 'process'
    for (const [method, operation] of Object.entries(paths[path])) {
      const slug = headingSlug(`${method} ${path}`, new Map())
      groups.set(name, [...(groups.get(name) ?? []), { ...operation, path, method, slug }])
    }
  }
  return groups
}

function listPage(groups, { openapi }) {
  const lists = [...groups].map(([name, operations]) => {
    const rows = operations.map(
      (each) =>
        `<tr><td><a href="${name}.html#${each.slug}">${signature(each)}</a></td><td>${escape(each.summary)}</td></tr>`,
    )
    return `<h2 id="${name}">${titleOf(name)}</h2><div class="table" tabindex="0"><table class="operations"><tbody>${rows.join('')}</tbody></table></div>`
  })
  return `<h1 id="api">API</h1>
<p>Made from the contract that the API is served by, which it also has at <code>/v1/openapi.json</code>: <a href="openapi.json">openapi.json</a>
(OpenAPI ${escape(openapi)}). A request names its key as <code>Authorization: Bearer cges_…</code>; what the key must hold is
said of each operation. A refusal is <code>${PROBLEM}</code>: it names the field and the remedy.</p>${lists.join('\n')}`
}

function groupPage(name, operations) {
  const title = titleOf(name)
  return `<h1 id="${name}-of-the-api">${title}</h1>
<p><a href="index.html">All of the API</a></p>${operations.map(operationSection).join('\n')}`
}

function operationSection(operation) {
  const { slug, summary, parameters = [], requestBody, responses } = operation
  const scope = operation['x-scope']
  return `<h2 id="${slug}">${signature(operation)}</h2>
<p>${escape(summary)}. ${scope === undefined ? 'Needs no key.' : `Needs <code>${escape(scope)}</code>.`}</p>
${parameters.length === 0 ? '' : `<ul class="fields">${parameters.map(parameterItem).join('')}</ul>`}
${Object.entries(requestBody?.content ?? {})
  .map(bodyOf)
  .join('')}
${Object.entries(responses).map(answerOf).join('')}`
}

function parameterItem({ name, in: place, required, description, schema }) {
  const may = required ? '' : ', <i>optional</i>'
  return `<li><code class="field">${escape(name)}</code> <span>${place}${may}</span> ${typeOf(schema)}: ${escape(description ?? '')}</li>`
}

function bodyOf([type, { schema }]) {
  return `<details><summary>Request body <small>${escape(type)}</small></summary>${schemaFields(schema)}</details>`
}

function answerOf([status, { description, content }]) {
  const [type, holds] = Object.entries(content ?? {})[0] ?? []
  const said = `<b>${status}</b> ${escape(description)}`
  if (holds === undefined || type === PROBLEM) return `<p class="answer">${said}</p>`
  return `<details><summary>${said} <small>${escape(type)}</small></summary>${schemaFields(holds.schema)}</details>`
}

function signature({ method, path }) {
  return `<code class="operation"><b>${method.toUpperCase()}</b> ${escape(path).replaceAll('/', '/<wbr>')}</code>`
}

function titleOf(name) {
  return name[0].toUpperCase() + name.slice(1)
}
