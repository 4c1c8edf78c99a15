import type { BenchmarkList, BenchmarkView } from '@cges-fleet/core'
import { ImportBenchmark, ListBenchmarks } from '@cges-fleet/core/contract'
import { listBenchmarks, requireStorage, saveBenchmark } from '@cges-fleet/db'
import { Controller, Module, Req } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { sendsLines } from '../http/body-lines.js'
import type { HttpRequest } from '../http/request.js'
import { Serves } from '../http/serves.js'
import { benchmarkSource, Uploads } from './uploads.js'

@Controller()
export class BenchmarksController {
  constructor(private readonly uploads: Uploads) {}

  @Serves(ListBenchmarks)
  async list(@Caller() { db, team }: Caller): Promise<BenchmarkList> {
    return { benchmarks: await listBenchmarks(db, team) }
  }

  @Serves(ImportBenchmark)
  async import(@Caller() { db, team }: Caller, @Req() request: HttpRequest): Promise<BenchmarkView> {
    const save = async () => saveBenchmark(db, team, await benchmarkSource(request))
    if (!sendsLines(request)) return save()
    return this.uploads.one(team, async () => {
      await requireStorage(db, team, 1)
      return save()
    })
  }
}

/** The questions a fleet evaluates on. */
@Module({ controllers: [BenchmarksController], providers: [Uploads] })
export class BenchmarksModule {}
