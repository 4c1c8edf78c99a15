import { isIP } from 'node:net'
import { StoreEnvironment } from '@cges-fleet/queue'
import { LogEnvironment, TraceEnvironment } from '@cges-fleet/telemetry'
import { z } from 'zod'

/** An address, a block of them, or one of Express' names for blocks. */
const Proxies = z
  .string()
  .refine(
    (text) => /^(loopback|linklocal|uniquelocal)$/.test(text) || isBlock(text),
    'TRUSTED_PROXIES holds addresses or blocks of them, such as 10.244.0.0/16, separated by commas',
  )

/** Every setting of this process; docs/settings.md is written from it. */
export const Environment = StoreEnvironment.extend(TraceEnvironment.shape)
  .extend(LogEnvironment.shape)
  .extend({
    PORT: z.coerce
      .number()
      .int()
      .min(0)
      .max(65_535)
      .default(8080)
      .describe('port that the API listens on; 0 picks a free one'),
    HOST: z
      .string()
      .default('127.0.0.1')
      .describe('address that the API listens on; another than this machine needs a pepper'),
    KEY_PEPPER: z
      .string()
      .optional()
      .transform((text) => text || undefined)
      .describe('the pepper itself; prefer KEY_PEPPER_FILE'),
    KEY_PEPPER_FILE: z
      .string()
      .optional()
      .describe(
        'file with 32 or more random characters that keys are hashed with. It turns sign-in on. Back it up: without it every key is void',
      ),
    LOCAL_NAMES: z
      .string()
      .default('')
      .transform(names)
      .describe('without sign-in: host names besides localhost that the API answers to, separated by commas'),
    KEY_REQUESTS_PER_SECOND: z.coerce
      .number()
      .min(0.1)
      .default(50)
      .describe('requests per second of one key; twice that in a burst'),
    STATISTICS_MEMORY_MB: z.coerce
      .number()
      .int()
      .min(160)
      .max(65_536)
      .optional()
      .describe(
        'memory for all threads that compute statistics. Unless set, what the container’s limit leaves beside 256 MB, or a quarter of the machine’s memory',
      ),
    TEAM_REQUESTS_PER_SECOND: z.coerce
      .number()
      .min(0.1)
      .default(200)
      .describe('requests per second of one team; twice that in a burst'),
    TRUSTED_PROXIES: z
      .string()
      .default('')
      .transform(names)
      .pipe(z.array(Proxies))
      .describe(
        'addresses or blocks whose `X-Forwarded-For` counts: your ingress and the dashboard, separated by commas. Without the dashboard in it, all its users share one sign-in limit',
      ),
  })

export type ApiEnvironment = z.infer<typeof Environment>

/** Parses the API's settings once; an invalid one stops the start and says what to set. */
export function parseEnvironment(variables: NodeJS.ProcessEnv = process.env): ApiEnvironment {
  const parsed = Environment.safeParse(variables)
  if (!parsed.success) throw new Error(`api: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

function isBlock(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return most > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

function names(text: string): string[] {
  return text.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
}
