import { type Database, identityDatabase, type Pepper, loadPepper } from '@cges-fleet/db'
import { DATABASE } from '@cges-fleet/stores'
import { Global, Module } from '@nestjs/common'
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core'
import type { ApiEnvironment } from '../env.js'
import { loadSingleSignOn, type SingleSignOn } from '../single-sign-on/single-sign-on.js'
import { Standing } from '../single-sign-on/standing.js'
import { ENVIRONMENT, IDENTITY_DATABASE, PEPPER, SINGLE_SIGN_ON } from '../tokens.js'
import { AccessGuard, AuditInterceptor, ParametersGuard } from './route-guards.js'
import { KeyRing } from './key-ring.js'
import { OpenStreams } from './open-streams.js'
import { ShareReaders } from './share-readers.js'
import { TeamDatabases } from './caller.js'

/** Authentication, authorisation and each team's view of the database, for every route of every module. */
@Global()
@Module({
  providers: [
    { provide: IDENTITY_DATABASE, inject: [DATABASE], useFactory: identityDatabase },
    { provide: PEPPER, inject: [ENVIRONMENT], useFactory: loadPepper },
    { provide: SINGLE_SIGN_ON, inject: [ENVIRONMENT, PEPPER], useFactory: loadSingleSignOn },
    {
      provide: KeyRing,
      inject: [ENVIRONMENT, IDENTITY_DATABASE, PEPPER, TeamDatabases, SINGLE_SIGN_ON],
      useFactory: keyRing,
    },
    TeamDatabases,
    ShareReaders,
    OpenStreams,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: ParametersGuard },
    { provide: APP_INTERCEPTOR, useClass: AuditInterceptor },
  ],
  exports: [IDENTITY_DATABASE, PEPPER, SINGLE_SIGN_ON, KeyRing, TeamDatabases, OpenStreams],
})
export class AccessModule {}

type Given = readonly [ApiEnvironment, Database, Pepper | null, TeamDatabases, SingleSignOn | null]

function keyRing(...[env, identity, pepper, teams, sso]: Given): KeyRing {
  const limits = { perKey: env.KEY_REQUESTS_PER_SECOND, perTeam: env.TEAM_REQUESTS_PER_SECOND }
  const standing = sso === null ? null : new Standing(identity, sso)
  const { name: provider = null, groupsClaim = null } = sso?.provider.settings ?? {}
  const ways = { key: env.KEY_SIGN_IN, provider, groupsClaim }
  return new KeyRing({ identity, pepper, limits, standing, ways, databaseOf: (team) => teams.of(team) })
}
