import { Module } from '@nestjs/common'
import { QuestionCountsOffice } from './question-counts-office.js'
import { QuestionsController } from './questions.controller.js'
import { SamplesController } from './samples.controller.js'

/** The questions behind an evaluation's numbers, and what was drawn for each. */
@Module({ controllers: [QuestionsController, SamplesController], providers: [QuestionCountsOffice] })
export class QuestionsModule {}
