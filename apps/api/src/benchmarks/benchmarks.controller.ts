import { Benchmark, type BenchmarkView } from '@cges-fleet/core'
import { listBenchmarks, LOCAL_TEAM, saveBenchmark } from '@cges-fleet/db'
import { Body, Controller, Get, Inject, Post } from '@nestjs/common'
import { API_PARTS, type ApiParts } from '../parts.js'

@Controller('v1/benchmarks')
export class BenchmarksController {
  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {}

  @Get()
  async list(): Promise<{ benchmarks: BenchmarkView[] }> {
    return { benchmarks: await listBenchmarks(this.parts.db, LOCAL_TEAM) }
  }

  @Post()
  import(@Body({ schema: Benchmark }) benchmark: Benchmark): Promise<BenchmarkView> {
    return saveBenchmark(this.parts.db, LOCAL_TEAM, benchmark)
  }
}
