/** Asks the API to do something to an evaluation; gives what went wrong in words, null where nothing did. */
export async function actOn(id: string, verb: 'cancel' | 'pause' | 'resume' | 'retry'): Promise<string | null> {
  try {
    const response = await fetch(`/v1/evaluations/${encodeURIComponent(id)}/${verb}`, { method: 'POST' })
    return response.ok ? null : reasonIn(await response.json().catch(() => null), verb)
  } catch {
    return 'The request did not get through. Check the connection and try again.'
  }
}

function reasonIn(body: unknown, verb: string): string {
  const hasDetail = typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string'
  return hasDetail ? String(body.detail) : `The API did not ${verb} it and gave no reason.`
}
