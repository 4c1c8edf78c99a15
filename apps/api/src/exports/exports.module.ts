import { Module } from '@nestjs/common'
import { EvaluationsModule } from '../evaluations/evaluations.module.js'
import { ExportsController } from './exports.controller.js'

/** Evaluations as files that other programs read. */
@Module({ imports: [EvaluationsModule], controllers: [ExportsController] })
export class ExportsModule {}
