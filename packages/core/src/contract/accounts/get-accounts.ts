import { AccountsView } from '../../schemas/accounts.js'
import { getAccounts } from '../addresses.js'
import type { Route } from '../route.js'

export const GetAccounts = {
  at: getAccounts,
  summary: 'Read what your team has used, by day and pool, and against its limits',
  scope: 'evaluations:read',
  answers: { 200: { about: 'the accounts', schema: AccountsView } },
} as const satisfies Route
