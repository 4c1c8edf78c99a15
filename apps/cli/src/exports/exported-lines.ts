import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ExportFile } from '@cges-fleet/core'
import { ExportEvaluation } from '@cges-fleet/core/contract'
import { parseDescriptionLine } from '@cges-fleet/formats'
import type { ApiClient } from '../api-client.js'
import { UsageError } from '../usage-error.js'

/** Yields an exported file's lines as JSON, one after the other, without the line that describes the file. */
export async function* exportedLines(api: ApiClient, id: string, file: ExportFile): AsyncGenerator {
  const { body } = await api.open(ExportEvaluation, { path: { id, file } })
  if (body === null) throw new UsageError(`the API sent nothing for ${file}`)
  for await (const line of createInterface({ input: Readable.fromWeb(body), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== '' && parseDescriptionLine(line) === null) yield JSON.parse(line)
  }
}
