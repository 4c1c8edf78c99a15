import type { AuditPage } from '@cges-fleet/core'
import { listAudit } from '@cges-fleet/db'
import { Controller, Get, Inject, Query } from '@nestjs/common'
import { z } from 'zod'
import { API_PARTS, type ApiParts } from '../parts.js'

const Cursor = z.uuid('must be the "next" of an earlier page').optional()

@Controller('v1/audit')
export class AuditController {
  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {}

  @Get()
  list(@Query('cursor', { schema: Cursor }) cursor: string | undefined): Promise<AuditPage> {
    return listAudit(this.parts.identity, cursor ?? null)
  }
}
