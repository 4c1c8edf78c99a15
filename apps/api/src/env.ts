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

const Environment = StoreEnvironment.extend(TraceEnvironment.shape)
  .extend(LogEnvironment.shape)
  .extend({
    /** 0 takes any free port. */
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    HOST: z.string().default('127.0.0.1'),
    /** What keys are hashed with: 32 random characters or more. With it callers sign in; without, the API is for this machine alone. */
    KEY_PEPPER: z
      .string()
      .optional()
      .transform((text) => text || undefined),
    KEY_PEPPER_FILE: z.string().optional(),
    /**
     * Host names, besides localhost, by which a fleet without sign-in may be called, separated by commas: that of a
     * container whose ports are published on this machine alone. Naming one is saying so.
     */
    LOCAL_NAMES: z.string().default('').transform(names),
    KEY_REQUESTS_PER_SECOND: z.coerce.number().min(0.1).default(50),
    TEAM_REQUESTS_PER_SECOND: z.coerce.number().min(0.1).default(200),
    /** Addresses of proxies whose word on a client's address counts, the dashboard among them, separated by commas; none unless set. */
    TRUSTED_PROXIES: z.string().default('').transform(names).pipe(z.array(Proxies)),
  })

export type ApiEnvironment = z.infer<typeof Environment>

/** Reads the API's settings once; a wrong one stops the start with what to set. */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): ApiEnvironment {
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
