import { GetDocs, GetOpenapi } from '@cges-fleet/core/contract'
import { Controller, Header, Module } from '@nestjs/common'
import { Serves } from '../http/serves.js'
import { openapiDocument } from './openapi-document.js'
import { openapiPage, PAGE_SECURITY } from './openapi-page.js'

@Controller()
export class OpenapiController {
  @Serves(GetOpenapi)
  document(): Record<string, unknown> {
    return openapiDocument()
  }

  @Serves(GetDocs)
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_SECURITY)
  page(): string {
    return openapiPage()
  }
}

/** The API's description of itself. */
@Module({ controllers: [OpenapiController] })
export class OpenapiModule {}
