import { z } from 'zod'
import { isProxy } from './client-address.js'

const Proxies = z
  .string()
  .refine(isProxy, 'TRUSTED_PROXIES holds addresses or blocks of them, such as 10.244.0.0/16, separated by commas')

const rate = (preset: number, of: string) =>
  z.coerce
    .number()
    .min(0.1)
    .default(preset)
    .describe(`requests per second of one ${of}, to the API and the gateways together; twice that in a burst`)

/** Settings of every process that callers reach: where it listens, how they sign in and how fast they may ask. */
export const DoorEnvironment = z.object({
  HOST: z.string().default('127.0.0.1').describe('address to listen on; another than this machine needs a pepper'),
  KEY_PEPPER: z
    .string()
    .optional()
    .transform((text) => text || undefined)
    .describe('the pepper itself; prefer KEY_PEPPER_FILE'),
  KEY_PEPPER_FILE: z
    .string()
    .optional()
    .describe(
      'file with 32 or more random characters that keys are hashed with, one for API and gateways. It turns sign-in on. Back it up: without it every key is void',
    ),
  KEY_PEPPER_ACCEPTED: z
    .string()
    .optional()
    .transform((text) => text || undefined)
    .describe('the second pepper itself; prefer KEY_PEPPER_ACCEPTED_FILE'),
  KEY_PEPPER_ACCEPTED_FILE: z
    .string()
    .optional()
    .describe('file with a second pepper, whose keys are accepted too, while you replace the first'),
  LOCAL_NAMES: z
    .string()
    .default('')
    .transform(names)
    .describe('without sign-in: host names besides localhost to answer to, separated by commas'),
  KEY_REQUESTS_PER_SECOND: rate(50, 'key'),
  TEAM_REQUESTS_PER_SECOND: rate(200, 'team'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(names)
    .pipe(z.array(Proxies))
    .describe(
      'addresses or blocks whose `X-Forwarded-For` counts: your ingress and the dashboard, separated by commas. Without them, all their users share one sign-in limit',
    ),
})
export type DoorEnvironment = z.infer<typeof DoorEnvironment>

function names(text: string): string[] {
  return text.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
}
