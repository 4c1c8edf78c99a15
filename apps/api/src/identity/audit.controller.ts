import type { AuditPage } from '@cges-fleet/core'
import { ListAudit } from '@cges-fleet/core/contract'
import { listAudit } from '@cges-fleet/db'
import { Controller, Inject } from '@nestjs/common'
import { administered } from '../access/administered.js'
import { Caller } from '../access/caller.js'
import { API_PARTS, type ApiParts } from '../parts.js'
import { Asked } from '../routes/asked.js'
import { Serves } from '../routes/serves.js'

@Controller()
export class AuditController {
  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {}

  @Serves(ListAudit)
  list(@Caller() caller: Caller, @Asked() { query: { cursor } }: Asked<typeof ListAudit>): Promise<AuditPage> {
    return listAudit(administered(this.parts, caller), cursor ?? null)
  }
}
