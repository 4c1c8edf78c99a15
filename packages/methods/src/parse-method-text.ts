import { METHOD_PARAMETERS, type MethodParameter } from './method-label.js'
import { methodName } from './method-name.js'

export type MethodText =
  | { readonly ok: true; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string; readonly path: readonly string[] }

/**
 * Parses the short form `method:name=value,…@budget` into the fields of the long form, each value by its parameter's
 * rules. Only the syntax is checked: names and ranges are the caller's to validate.
 */
export function parseMethodText(text: string): MethodText {
  const at = text.lastIndexOf('@')
  const body = at < 0 ? text : text.slice(0, at)
  const colon = body.indexOf(':')
  const method = (colon < 0 ? body : body.slice(0, colon)).trim()
  const fields = new Map<string, unknown>([['method', method]])
  if (at >= 0) fields.set('budget', parseNumber(text.slice(at + 1).trim()))
  const name = methodName(method)
  const known = name === null ? [] : METHOD_PARAMETERS[name].parameters
  for (const pair of colon < 0 ? [] : body.slice(colon + 1).split(',')) {
    const equals = pair.indexOf('=')
    const key = (equals < 0 ? pair : pair.slice(0, equals)).trim()
    if (equals < 0 || key === '') {
      return { ok: false, problem: `${quote(pair.trim())} is not of the form name=value`, path: [] }
    }
    if (key === 'method' || key === 'budget') {
      const problem = key === 'budget' ? 'the budget is written after @, as in sc@16' : 'the method is named first'
      return { ok: false, problem, path: [key] }
    }
    if (fields.has(key)) return { ok: false, problem: `${key} is given twice`, path: [key] }
    fields.set(
      key,
      parseValue(
        pair.slice(equals + 1).trim(),
        known.find((each) => each.name === key),
      ),
    )
  }
  return { ok: true, fields: Object.fromEntries(fields) }
}

function parseValue(text: string, parameter: MethodParameter | undefined): unknown {
  switch (parameter?.reads) {
    case 'number':
      return parseNumber(text)
    case 'pair':
      return text.split(parameter.separator ?? ';').map((each) => parseNumber(each.trim()))
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'support':
      return text === 'dynamic' ? text : { fixed: parseNumber(text) }
    case 'word':
    case 'shapes':
    case undefined:
      return text
  }
}

function parseNumber(text: string): number | string {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu.test(text) ? Number(text) : text
}

function quote(text: string): string {
  return JSON.stringify(text)
}
