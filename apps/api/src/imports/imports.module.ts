import { Module } from '@nestjs/common'
import { EvaluationsModule } from '../evaluations/evaluations.module.js'
import { ImportsController } from './imports.controller.js'

/** Evaluations imported from logs. */
@Module({ imports: [EvaluationsModule], controllers: [ImportsController] })
export class ImportsModule {}
