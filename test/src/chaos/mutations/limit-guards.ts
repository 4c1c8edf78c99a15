import type { Mutation } from './mutation.js'

/** The guards that keep teams within their limits and apart from each other. */
export const LIMIT_GUARDS: readonly Mutation[] = [
  {
    guard: 'redeliveries are paid for',
    test: 'test/src/rounds/caps.test.ts',
    patches: [
      {
        file: 'packages/db/dist/worker/claims.js',
        find: `coalesce(c.upto <= c.redeliveries, true)`,
        instead: `true`,
      },
    ],
  },
  {
    guard: 'a team’s turns are locked while its limits are read',
    test: 'test/src/rounds/budget-race.test.ts',
    patches: [
      {
        file: 'apps/coordinator/dist/rounds/apply-round.js',
        find: `await lockTurns(tx, evaluation.teamId);`,
        instead: `;`,
      },
    ],
  },
  {
    guard: 'workers see no table',
    test: 'test/src/access/logins.test.ts',
    patches: [
      {
        file: 'packages/db/dist/access/access.js',
        find: `table === SEEN_BY_WORKERS ? 'SELECT' : null`,
        instead: `'SELECT'`,
      },
    ],
  },
  {
    guard: 'functions that act as the owner are not everybody’s',
    test: 'test/src/access/logins.test.ts',
    patches: [
      {
        file: 'packages/db/dist/access/access.js',
        find: `FROM PUBLIC, \${ROLES}`,
        instead: `FROM \${ROLES}`,
      },
    ],
  },
  {
    guard: 'rows of the team alone',
    test: 'test/src/access/rows.test.ts',
    patches: [
      {
        file: 'packages/db/dist/access/table-access.js',
        find: `apiSees: \`team_id = \${TEAM}\`,\n    apiMay: 'SELECT, INSERT, UPDATE, DELETE',`,
        instead: `apiSees: 'true',\n    apiMay: 'SELECT, INSERT, UPDATE, DELETE',`,
      },
    ],
  },
]
