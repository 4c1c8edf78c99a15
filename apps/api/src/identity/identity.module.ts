import { Module } from '@nestjs/common'
import { AuditController, TeamsController } from './teams.controller.js'
import { KeysController } from './keys.controller.js'
import { SessionController } from './session.controller.js'

/** Teams, keys and sessions, and the audit log. */
@Module({ controllers: [SessionController, TeamsController, KeysController, AuditController] })
export class IdentityModule {}
