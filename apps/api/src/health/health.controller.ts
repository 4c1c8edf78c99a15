import { ReadHealth, ReadReadiness } from '@cges-fleet/core/contract'
import type { Db } from '@cges-fleet/db'
import { DATABASE } from '@cges-fleet/stores'
import { Controller, Inject } from '@nestjs/common'
import { Refusal } from '../http/refusal.js'
import { Serves } from '../routes/serves.js'

@Controller()
export class HealthController {
  constructor(@Inject(DATABASE) private readonly db: Db) {}

  /** The process lives. */
  @Serves(ReadHealth)
  health(): { status: 'ok' } {
    return { status: 'ok' }
  }

  /** The process can serve: the database answers. The queue may be away, for submitting and reading need only rows. */
  @Serves(ReadReadiness)
  async ready(): Promise<{ status: 'ready' }> {
    await this.db.query('SELECT 1').catch((error: Error) => {
      throw new Refusal('unavailable', `the database does not answer: ${error.message}`)
    })
    return { status: 'ready' }
  }
}
