import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { Webhook } from './webhook.js'

const List = z
  .strictObject({ webhooks: z.array(Webhook).max(200) })
  .refine(({ webhooks }) => new Set(webhooks.map(({ name }) => name)).size === webhooks.length, 'names one twice')

/**
 * Loads the webhooks of WEBHOOKS_FILE, none if there is no such file; an invalid one aborts the start, and the error
 * contains no secret.
 */
export function loadWebhooks(file: string | undefined): readonly Webhook[] {
  if (file === undefined) return []
  const parsed = List.safeParse(jsonOf(file))
  if (!parsed.success) throw new Error(`WEBHOOKS_FILE ${file}: ${z.prettifyError(parsed.error)}`)
  return parsed.data.webhooks
}

function jsonOf(file: string): unknown {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    // oxlint-disable-next-line preserve-caught-error -- what a parser quotes may be a secret
    throw new Error(`WEBHOOKS_FILE ${file} cannot be read as JSON`)
  }
}
