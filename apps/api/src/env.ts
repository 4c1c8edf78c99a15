import { secretIssueText, settingsIn, settingsProblem } from '@cges-fleet/core'
import { StoreEnvironment } from '@cges-fleet/queue'
import { DoorEnvironment } from '@cges-fleet/stores'
import { LogEnvironment, TraceEnvironment } from '@cges-fleet/telemetry'
import { z } from 'zod'

function setting(about: string) {
  return z
    .string()
    .optional()
    .transform((text) => text || undefined)
    .describe(about)
}

/** Every setting of this process; docs/settings.md is written from it. */
export const Environment = StoreEnvironment.extend(TraceEnvironment.shape)
  .extend(LogEnvironment.shape)
  .extend(DoorEnvironment.shape)
  .extend({
    PORT: z.coerce
      .number()
      .int()
      .min(0)
      .max(65_535)
      .default(8080)
      .describe('port that the API listens on; 0 picks a free one'),
    KEY_SIGN_IN: z
      .enum(['on', 'off'])
      .default('on')
      .transform((word) => word === 'on')
      .describe('`off` ends signing in to the dashboard with a key; programs keep theirs'),
    OIDC_ISSUER: setting(
      'issuer of the OpenID Connect provider: an https address, or an http one of this machine. It turns single sign-on on',
    ),
    OIDC_CLIENT_ID: setting('name of this fleet at the provider'),
    OIDC_CLIENT_SECRET_FILE: setting('file with the client secret; unset for a public client'),
    OIDC_GROUPS_FILE: setting(
      'YAML or JSON file that maps groups to teams and roles (docs/for-platform-engineers.md); needed with `KEY_SIGN_IN=off`',
    ),
    OIDC_GROUPS_CLAIM: z
      .string()
      .min(1)
      .default('groups')
      .describe('claim of the user info, or else of the ID token, that holds groups'),
    OIDC_SCOPES: z
      .union([z.literal(''), z.string().regex(/\bopenid\b/, 'OIDC_SCOPES must name openid')])
      .optional()
      .transform((scopes) => scopes || undefined)
      .describe(
        'scopes to ask for, separated by spaces. Unless set, `openid profile email`, and `offline_access` and `groups` where the provider lists them. `offline_access` is never asked for elsewhere',
      ),
    OIDC_NAME: z.string().min(1).max(60).default('single sign-on').describe('what the button calls the provider'),
    PUBLIC_URL: setting('address of the dashboard in browsers, such as https://cges.example.org; for single sign-on'),
    STATISTICS_MEMORY_MB: z.coerce
      .number()
      .int()
      .min(160)
      .max(65_536)
      .optional()
      .describe(
        'memory for all threads that compute statistics. Unless set, what the container’s limit leaves beside 256 MB, or a quarter of the machine’s memory',
      ),
  })

export type ApiEnvironment = z.infer<typeof Environment>

/** Parses the API's settings once; an invalid one stops the start and says what to set. */
export function parseEnvironment(variables: NodeJS.ProcessEnv = process.env): ApiEnvironment {
  const parsed = Environment.safeParse(settingsIn(variables), { error: secretIssueText })
  if (!parsed.success) throw new Error(`api: ${settingsProblem(parsed.error, variables)}`)
  return parsed.data
}
