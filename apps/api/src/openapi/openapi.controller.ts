import { Controller, Get, Header } from '@nestjs/common'
import { openapiDocument } from './openapi-document.js'
import { openapiPage, PAGE_SECURITY } from './openapi-page.js'

@Controller('v1')
export class OpenapiController {
  @Get('openapi.json')
  document(): Record<string, unknown> {
    return openapiDocument()
  }

  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_SECURITY)
  page(): string {
    return openapiPage()
  }
}
