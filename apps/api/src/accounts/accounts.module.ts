import { Module } from '@nestjs/common'
import { AccountsController } from './accounts.controller.js'

/** Forecasts and accounts of what evaluations cost. */
@Module({ controllers: [AccountsController] })
export class AccountsModule {}
