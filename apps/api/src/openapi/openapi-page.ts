import { createHash } from 'node:crypto'
import { type Route, ROUTES } from '@cges-fleet/core/contract'
import { z } from 'zod'
import { writtenAnswer } from './written-answer.js'
import { writtenParameters } from './written-parameters.js'

/** The API's routes as one readable page, without scripts. */
export function openapiPage(): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>cges-fleet API</title><style>${STYLE}</style>
<h1>cges-fleet API</h1><p>Machine-readable: <a href="openapi.json">openapi.json</a>. Errors are
<code>application/problem+json</code> and name the field and the remedy.</p>${ROUTES.map(section).join('')}</html>`
}

function section(route: Route): string {
  const parameters = writtenParameters(route).map(
    (parameter) => `<li><code>${parameter.name}</code> (${parameter.in}): ${escape(parameter.about)}</li>`,
  )
  const answers = Object.entries(route.answers).map(([status, answer]) => {
    const { about, schema } = writtenAnswer(answer)
    return `<li><b>${status}</b> ${escape(about)}${schema === undefined ? '' : schemaOf('schema', schema, 'output')}</li>`
  })
  return `<section><h2><span>${route.at.method.toUpperCase()}</span> ${escape(route.at.path)}</h2><p>${escape(route.summary)}.${route.scope === 'anyone' ? '' : ` Needs <code>${route.scope}</code>.`}</p>
${parameters.length === 0 ? '' : `<ul>${parameters.join('')}</ul>`}
${route.body === undefined ? '' : schemaOf('request body', route.body, 'input')}<ul>${answers.join('')}</ul></section>`
}

function schemaOf(title: string, schema: z.ZodType, io: 'input' | 'output'): string {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), null, 2)
  return `<details><summary>${title}</summary><pre>${escape(text)}</pre></details>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const STYLE = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{font-size:1.1rem;font-family:ui-monospace,monospace}h2 span{color:#0072b2}section{border-top:1px solid #8884;padding:.5rem 0}
pre{overflow:auto;font-size:12px;background:#8881;padding:.5rem}`

/** The page's content security policy: its own style, and nothing else. */
export const PAGE_SECURITY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`
