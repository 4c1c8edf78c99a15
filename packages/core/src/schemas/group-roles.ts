import { z } from 'zod'
import { GroupName, Role, TeamName } from './identity.js'

/** A role in a team for everybody in a group; one that the group has there already is replaced. */
export const NewGroupRole = z.strictObject({
  group: GroupName,
  role: Role,
  team: TeamName.optional().describe('the caller’s own unless given'),
})
export type NewGroupRole = z.infer<typeof NewGroupRole>

/** The role that a group gives in a team. */
export const GroupRole = z.object({
  /** Null for an entry of OIDC_GROUPS_FILE, which only that file changes. */
  id: z.string().nullable(),
  group: z.string(),
  team: z.string(),
  role: Role,
  /** Who entered it; null for the file. */
  by: z.string().nullable(),
  at: z.string().nullable(),
})
export type GroupRole = z.infer<typeof GroupRole>

/** Those of the file first, which count before the others of their team; and the caller's own groups, if they signed in. */
export const GroupRoleList = z.object({ roles: z.array(GroupRole), own: z.array(z.string()).default([]) })
export type GroupRoleList = z.infer<typeof GroupRoleList>
