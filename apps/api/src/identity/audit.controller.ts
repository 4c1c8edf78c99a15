import type { AuditPage } from '@cges-fleet/core'
import { listAudit } from '@cges-fleet/db'
import { Controller, Get, Inject, Query } from '@nestjs/common'
import { z } from 'zod'
import { administered } from '../access/administered.js'
import { Caller } from '../access/caller.js'
import { API_PARTS, type ApiParts } from '../parts.js'

const Cursor = z.uuid('must be the "next" of an earlier page').optional()

@Controller('v1/audit')
export class AuditController {
  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {}

  @Get()
  list(@Caller() caller: Caller, @Query('cursor', { schema: Cursor }) cursor: string | undefined): Promise<AuditPage> {
    return listAudit(administered(this.parts, caller), cursor ?? null)
  }
}
