import type { z } from 'zod'
import { Refusal } from '../http/refusal.js'

/** The refusal of a request that a schema does not take: it names the first parameter at fault. */
export function refusedBy({ issues }: z.ZodError): Refusal {
  const [issue] = issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const param = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.')
  const message =
    unknown === undefined
      ? `${param === '' ? 'The request' : param}: ${issue?.message ?? 'is not understood'}`
      : `${param} is not supported here: leave it out.`
  return new Refusal('invalid', message, { param })
}
