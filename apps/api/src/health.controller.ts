import { ReadHealth, ReadReadiness } from '@cges-fleet/core/contract'
import { Controller, Inject } from '@nestjs/common'
import { Refusal } from './http/refusal.js'
import { API_PARTS, type ApiParts } from './parts.js'
import { Serves } from './routes/serves.js'

@Controller()
export class HealthController {
  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {}

  /** The process lives. */
  @Serves(ReadHealth)
  health(): { status: 'ok' } {
    return { status: 'ok' }
  }

  /** The process can serve: the database answers. The queue may be away, for submitting and reading need only rows. */
  @Serves(ReadReadiness)
  async ready(): Promise<{ status: 'ready' }> {
    await this.parts.shared.query('SELECT 1').catch((error: Error) => {
      throw new Refusal('unavailable', `the database does not answer: ${error.message}`)
    })
    return { status: 'ready' }
  }
}
