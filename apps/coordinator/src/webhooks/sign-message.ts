import { createHmac } from 'node:crypto'

/** A message as it is sent: its id, the same at every attempt, and the time of this attempt. */
export interface Message {
  readonly id: string
  readonly atSeconds: number
  readonly body: string
}

/**
 * Signs a message by a secret `whsec_…`: HMAC-SHA-256 over `id.seconds.body`, in base64 behind `v1,`, as the specification
 * "Standard Webhooks" has it, so that its libraries can verify.
 */
export function signMessage(secret: string, { id, atSeconds, body }: Message): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${atSeconds}.${body}`).digest('base64')}`
}
