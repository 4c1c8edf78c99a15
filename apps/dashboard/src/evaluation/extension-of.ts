/** The request that extends an evaluation: only the fields that were filled in, in the API's form. */
export interface ExtensionBody {
  readonly methods?: string[]
  readonly budget?: number
  readonly replicates?: number
  readonly caps?: { readonly calls?: number; readonly tokens?: number }
}

/** Reads an extension out of its form; null if nothing was entered. */
export function extensionOf(entered: FormData): ExtensionBody | null {
  const methods = textOf(entered, 'methods')
    .split(/[;\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const [budget, replicates, calls, tokens] = ['budget', 'replicates', 'caps.calls', 'caps.tokens'].map((name) =>
    numberOf(entered, name),
  )
  const caps = { ...(calls === undefined ? {} : { calls }), ...(tokens === undefined ? {} : { tokens }) }
  const body = {
    ...(methods.length === 0 ? {} : { methods }),
    ...(budget === undefined ? {} : { budget }),
    ...(replicates === undefined ? {} : { replicates }),
    ...(Object.keys(caps).length === 0 ? {} : { caps }),
  }
  return Object.keys(body).length === 0 ? null : body
}

function textOf(entered: FormData, name: string): string {
  const value = entered.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Text that is not a number is sent unchanged, so that the API explains what is wrong with it. */
function numberOf(entered: FormData, name: string): number | undefined {
  const text = textOf(entered, name)
  return text === '' ? undefined : Number(text)
}
