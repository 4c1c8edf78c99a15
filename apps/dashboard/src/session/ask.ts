/** What the API made of a request that changes something: its answer, or in words why not. */
export type Asked = { readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly why: string }

/** Sends a change to the API from the browser. */
export async function ask(method: 'POST' | 'PATCH' | 'DELETE', path: string, body: object = {}): Promise<Asked> {
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(path, { method, headers, body: JSON.stringify(body) })
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) return { ok: true, body: answer }
    const told = typeof answer === 'object' && answer !== null && 'detail' in answer ? String(answer.detail) : null
    return { ok: false, why: told ?? `The API answered ${response.status} and gave no reason.` }
  } catch {
    return { ok: false, why: 'The request did not get through. Check the connection and try again.' }
  }
}
