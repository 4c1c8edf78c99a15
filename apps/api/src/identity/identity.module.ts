import { Module } from '@nestjs/common'
import { AuditController } from './audit.controller.js'
import { GroupRolesController } from './group-roles.controller.js'
import { TeamsController } from './teams.controller.js'
import { KeysController } from './keys.controller.js'
import { PeopleController } from './people.controller.js'
import { SessionController } from './session.controller.js'
import { SignInController } from './sign-in.controller.js'

/** Teams, keys, sessions and single sign-on, and the audit log. */
@Module({
  controllers: [
    SessionController,
    SignInController,
    TeamsController,
    KeysController,
    PeopleController,
    GroupRolesController,
    AuditController,
  ],
})
export class IdentityModule {}
