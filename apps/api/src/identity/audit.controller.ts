import type { AuditPage } from '@cges-fleet/core'
import { ListAudit } from '@cges-fleet/core/contract'
import { type Database, listAudit } from '@cges-fleet/db'
import { Controller, Inject } from '@nestjs/common'
import { administered } from '../access/administered.js'
import { Caller } from '../access/caller.js'
import { IDENTITY_DATABASE } from '../access/tokens.js'
import { Asked } from '../routes/asked.js'
import { Serves } from '../routes/serves.js'

@Controller()
export class AuditController {
  constructor(@Inject(IDENTITY_DATABASE) private readonly identity: Database) {}

  @Serves(ListAudit)
  list(@Caller() caller: Caller, @Asked() { query: { cursor } }: Asked<typeof ListAudit>): Promise<AuditPage> {
    return listAudit(administered(this.identity, caller), cursor ?? null)
  }
}
