import { Module } from '@nestjs/common'
import { Uploads } from '../http/uploads.js'
import { BenchmarksController } from './benchmarks.controller.js'

/** The questions a fleet evaluates on. */
@Module({ controllers: [BenchmarksController], providers: [Uploads] })
export class BenchmarksModule {}
