import { ReadMetrics } from '@cges-fleet/core/contract'
import { Controller, Inject, Res } from '@nestjs/common'
import type { HttpResponse } from '../http/http-response.js'
import { API_PARTS, type ApiParts } from '../parts.js'
import { Serves } from '../routes/serves.js'

@Controller()
export class MetricsController {
  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {}

  /** For Prometheus; a NetworkPolicy keeps everyone else away from it. */
  @Serves(ReadMetrics)
  async metrics(@Res() response: HttpResponse): Promise<void> {
    const text = await this.parts.metrics.text()
    response.status(200).setHeader('content-type', this.parts.metrics.contentType).end(text)
  }
}
