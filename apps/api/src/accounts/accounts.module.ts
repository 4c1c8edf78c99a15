import { Module } from '@nestjs/common'
import { AccountsController } from './accounts.controller.js'

/** What work costs. */
@Module({ controllers: [AccountsController] })
export class AccountsModule {}
