/** A field at fault, named as the API names it, and what to do about it. */
export interface FieldFault {
  readonly field: string
  readonly problem: string
}

/** What the API made of a request that changes something: its answer, or in words why not. */
export type Asked =
  | { readonly ok: true; readonly body: unknown }
  | {
      readonly ok: false
      readonly why: string
      /** The status of the refusal; null where the request did not get through. */
      readonly status: number | null
      readonly faults: readonly FieldFault[]
    }

/** Sends a change to the API from the browser. */
export function ask(method: 'POST' | 'PATCH' | 'DELETE', path: string, body: object = {}): Promise<Asked> {
  return send(path, { method, body })
}

/** Submits what must be there once however often it is sent: the same key with the same body changes nothing more. */
export function askOnce(path: string, { body, key }: { readonly body: object; readonly key: string }): Promise<Asked> {
  return send(path, { method: 'POST', body, headers: { 'idempotency-key': key } })
}

interface Sent {
  readonly method: string
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
}

async function send(path: string, { method, body, headers }: Sent): Promise<Asked> {
  try {
    const sent = { 'content-type': 'application/json', ...headers }
    const response = await fetch(path, { method, headers: sent, body: JSON.stringify(body) })
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) return { ok: true, body: answer }
    const { detail, errors } = problemIn(answer)
    const why = detail ?? `The API answered ${response.status} and gave no reason.`
    return { ok: false, why, status: response.status, faults: errors }
  } catch {
    const why = 'The request did not get through. Check the connection and try again.'
    return { ok: false, why, status: null, faults: [] }
  }
}

/** Reads a refusal. Its form was made by the API itself: only what tells it from something else is looked at. */
function problemIn(answer: unknown): { readonly detail: string | null; readonly errors: readonly FieldFault[] } {
  const body: object = typeof answer === 'object' && answer !== null ? answer : {}
  return {
    detail: 'detail' in body && typeof body.detail === 'string' ? body.detail : null,
    errors: 'errors' in body && Array.isArray(body.errors) ? body.errors : [],
  }
}
