import { GetHealth, GetReadiness } from '@cges-fleet/core/contract'
import type { Db } from '@cges-fleet/db'
import { DATABASE } from '@cges-fleet/stores'
import { Controller, Inject, Module } from '@nestjs/common'
import { Refusal } from '../http/refusal.js'
import { Serves } from '../http/serves.js'

@Controller()
export class HealthController {
  constructor(@Inject(DATABASE) private readonly db: Db) {}

  /** Liveness: the process responds. */
  @Serves(GetHealth)
  health(): { status: 'ok' } {
    return { status: 'ok' }
  }

  /** Readiness: the database answers. The queue may be down, since submitting and reading need only rows. */
  @Serves(GetReadiness)
  async ready(): Promise<{ status: 'ready' }> {
    await this.db.query('SELECT 1').catch((error: Error) => {
      throw new Refusal('unavailable', `the database does not answer: ${error.message}`)
    })
    return { status: 'ready' }
  }
}

/** Liveness and readiness probes. */
@Module({ controllers: [HealthController] })
export class HealthModule {}
