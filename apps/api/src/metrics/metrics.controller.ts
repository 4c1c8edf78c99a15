import { GetMetrics } from '@cges-fleet/core/contract'
import { exposition } from '@cges-fleet/telemetry'
import { Controller, Module, Req, Res } from '@nestjs/common'
import type { HttpRequest, HttpResponse } from '../http/request.js'
import { Serves } from '../http/serves.js'
import { ApiMetrics } from './api-metrics.js'

@Controller()
export class MetricsController {
  constructor(private readonly of: ApiMetrics) {}

  /** Scraped by Prometheus; a NetworkPolicy keeps everyone else out. */
  @Serves(GetMetrics)
  async metrics(@Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const { contentType, text } = exposition(await this.of.text(), request.headers.accept)
    response.status(200).setHeader('content-type', contentType).end(text)
  }
}

/** This process's metrics for Prometheus. */
@Module({ controllers: [MetricsController], providers: [ApiMetrics], exports: [ApiMetrics] })
export class MetricsModule {}
