import type { BenchmarkView } from '@cges-fleet/core'
import { listBenchmarks, requireStorage, saveBenchmark } from '@cges-fleet/db'
import { Controller, Get, Post, Req } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { sendsLines } from '../http/body-lines.js'
import type { HttpRequest } from '../http/http-request.js'
import { Uploads } from '../http/uploads.js'
import { benchmarkSource } from './benchmark-source.js'

@Controller('v1/benchmarks')
export class BenchmarksController {
  readonly #uploads = new Uploads()

  @Get()
  async list(@Caller() { db, team }: Caller): Promise<{ benchmarks: BenchmarkView[] }> {
    return { benchmarks: await listBenchmarks(db, team) }
  }

  @Post()
  async import(@Caller() { db, team }: Caller, @Req() request: HttpRequest): Promise<BenchmarkView> {
    const save = async () => saveBenchmark(db, team, await benchmarkSource(request))
    if (!sendsLines(request)) return save()
    return this.#uploads.one(team, async () => {
      await requireStorage(db, team, 1)
      return save()
    })
  }
}
