import { GetMetrics } from '@cges-fleet/core/contract'
import { exposition } from '@cges-fleet/telemetry'
import { Controller, Req, Res } from '@nestjs/common'
import type { HttpRequest } from '../http/http-request.js'
import type { HttpResponse } from '../http/http-response.js'
import { Serves } from '../routes/serves.js'
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
