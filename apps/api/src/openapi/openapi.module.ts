import { Module } from '@nestjs/common'
import { OpenapiController } from './openapi.controller.js'

/** The API's description of itself. */
@Module({ controllers: [OpenapiController] })
export class OpenapiModule {}
