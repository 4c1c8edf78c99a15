import { z } from 'zod'
import { Role, Scope } from './role.js'
import { TeamView } from './team.js'

/** The credentials a person signs in to the dashboard with. */
export const SignIn = z.strictObject({ key: z.string().min(1).max(200) })
export type SignIn = z.infer<typeof SignIn>

/** Whether this fleet requires sign-in, and who the caller is. */
export const SessionView = z.object({
  signIn: z.boolean(),
  caller: z
    .object({
      team: TeamView,
      role: Role,
      scopes: z.array(Scope),
      /** The key signed in with; null on a fleet without sign-in. */
      key: z.object({ id: z.string(), name: z.string() }).nullable(),
    })
    .nullable(),
})
export type SessionView = z.infer<typeof SessionView>
