import { Benchmark, type BenchmarkView } from '@cges-fleet/core'
import { listBenchmarks, saveBenchmark } from '@cges-fleet/db'
import { Body, Controller, Get, Post } from '@nestjs/common'
import { Caller } from '../access/caller.js'

@Controller('v1/benchmarks')
export class BenchmarksController {
  @Get()
  async list(@Caller() { db, team }: Caller): Promise<{ benchmarks: BenchmarkView[] }> {
    return { benchmarks: await listBenchmarks(db, team) }
  }

  @Post()
  import(@Caller() { db, team }: Caller, @Body({ schema: Benchmark }) benchmark: Benchmark): Promise<BenchmarkView> {
    return saveBenchmark(db, team, benchmark)
  }
}
