import { Problem } from '@cges-fleet/core'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { readApiUrl } from '../env'
import { callerHeaders } from './caller-headers'
import { unreachableProblem } from './unreachable-problem'

/** What the API answered: the value asked for, or why not. */
export type ApiAnswer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem }

interface Schema<T> {
  safeParse(input: unknown): { success: true; data: T } | { success: false; error: Mismatch }
}

interface Mismatch {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
}

const TIMEOUT_MS = 10_000

/** Reads one resource of the API at request time, as whoever is signed in, and checks it against the schema both sides share. */
export async function readApi<T>(
  path: string,
  schema: Schema<T>,
  timeoutMs: number = TIMEOUT_MS,
): Promise<ApiAnswer<T>> {
  const answer = await ask(path, schema, timeoutMs)
  if (!answer.ok && answer.problem.status === 401) redirect('/sign-in')
  return answer
}

async function ask<T>(path: string, schema: Schema<T>, timeoutMs: number): Promise<ApiAnswer<T>> {
  const url = new URL(path, readApiUrl())
  const asked = callerHeaders(await headers())
  try {
    const response = await fetch(url, { cache: 'no-store', headers: asked, signal: AbortSignal.timeout(timeoutMs) })
    const body: unknown = await response.json().catch(() => null)
    return response.ok ? checked(schema, body) : { ok: false, problem: problemIn(response, body) }
  } catch (error) {
    return { ok: false, problem: unreachableProblem(error, url.origin) }
  }
}

function checked<T>(schema: Schema<T>, body: unknown): ApiAnswer<T> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors = parsed.error.issues
    .slice(0, 5)
    .map(({ path, message }) => ({ field: path.join('.'), problem: message }))
  const detail = 'Are the API and this dashboard the same version? These parts of its answer are not as expected:'
  return {
    ok: false,
    problem: { type: 'about:blank', title: 'The API answered in another form', status: 502, detail, errors },
  }
}

function problemIn(response: Response, body: unknown): Problem {
  const parsed = Problem.safeParse(body)
  if (parsed.success) return parsed.data
  const detail = 'The API gave no reason. Its log may say more.'
  return { type: 'about:blank', title: response.statusText || 'The API failed', status: response.status, detail }
}
