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
    /** 0 picks any free port. */
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    HOST: z.string().default('127.0.0.1'),
    /**
     * The pepper that keys are hashed with: 32 random characters or more. Setting it turns on sign-in; without it the
     * API serves this machine alone.
     */
    KEY_PEPPER: z
      .string()
      .optional()
      .transform((text) => text || undefined),
    KEY_PEPPER_FILE: z.string().optional(),
    /**
     * Comma-separated host names, besides localhost, that a fleet without sign-in answers to, such as that of a
     * container whose ports are published on this machine alone. Listing a name vouches for that.
     */
    LOCAL_NAMES: z.string().default('').transform(names),
    KEY_REQUESTS_PER_SECOND: z.coerce.number().min(0.1).default(50),
    /**
     * Memory in MB for all threads that compute statistics. Unless set, what the container's limit leaves beside the
     * API's own 256 MB, or a quarter of the machine's memory.
     */
    STATISTICS_MEMORY_MB: z.coerce.number().int().min(160).max(65_536).optional(),
    TEAM_REQUESTS_PER_SECOND: z.coerce.number().min(0.1).default(200),
    /**
     * Comma-separated addresses of proxies trusted to report a client's address, the dashboard's among them; none by
     * default.
     */
    TRUSTED_PROXIES: z.string().default('').transform(names).pipe(z.array(Proxies)),
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
