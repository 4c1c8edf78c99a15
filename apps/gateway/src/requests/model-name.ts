import { Refusal } from '../http/refusal.js'
import { CgesFields } from './chat-fields.js'

/** What a request names as its model: a pool or its model, a method, and what harnesses cannot send in a field. */
export interface ModelName {
  readonly name: string
  readonly method: string | null
  readonly says: CgesFields
}

/** Options of a name, and the fields that they stand for. */
const FIELDS = { kind: 'kind', deadline: 'deadlineMs', minSamples: 'minSamples', noAnswer: 'noAnswer' } as const

/** An option at the end of a name; a method's own parameters may hold semicolons too. */
const LAST_OPTION = /^([^]*);(kind|deadline|minSamples|noAnswer)=([^;]*)$/u

/**
 * Reads `pool@method@16;kind=choice;deadline=8000`. A method's name has no `@` before its budget, and no model's or pool's
 * name has one.
 */
export function readModelName(model: string): ModelName {
  const says: Record<string, string | number> = {}
  let rest = model
  for (let found = LAST_OPTION.exec(rest); found !== null; found = LAST_OPTION.exec(rest)) {
    const [, before = '', option = '', value = ''] = found
    says[FIELDS[option as keyof typeof FIELDS]] = /^\d{1,9}$/u.test(value) ? Number(value) : value
    rest = before
  }
  const parsed = CgesFields.safeParse(says)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const option = Object.entries(FIELDS).find(([, field]) => field === issue?.path[0])?.[0] ?? ''
    throw new Refusal('invalid', `The option ${option} of the model's name is not understood: ${issue?.message}.`, {
      param: 'model',
    })
  }
  const at = rest.indexOf('@')
  const [name, method] = at < 0 ? [rest, null] : [rest.slice(0, at), rest.slice(at + 1)]
  return { name, method, says: parsed.data }
}
