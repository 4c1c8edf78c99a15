import { GetMetrics } from '@cges-fleet/core/contract'
import { Controller, Res } from '@nestjs/common'
import type { HttpResponse } from '../http/http-response.js'
import { Serves } from '../routes/serves.js'
import { ApiMetrics } from './api-metrics.js'

@Controller()
export class MetricsController {
  constructor(private readonly of: ApiMetrics) {}

  /** Scraped by Prometheus; a NetworkPolicy keeps everyone else out. */
  @Serves(GetMetrics)
  async metrics(@Res() response: HttpResponse): Promise<void> {
    const text = await this.of.text()
    response.status(200).setHeader('content-type', this.of.contentType).end(text)
  }
}
