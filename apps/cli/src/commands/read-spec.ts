import { EvaluationSpec, type EvaluationSpecInput } from '@cges-fleet/core'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { offerGamma } from '../offer-gamma.js'
import { readTextFile } from '../read-text-file.js'
import { UsageError } from '../usage-error.js'

/** Reads an evaluation's YAML or JSON file, checked by the schema the API checks with. */
export function readSpec(file: string): EvaluationSpecInput {
  const document = parseDocument(readTextFile(file))
  const broken = document.errors[0]
  if (broken !== undefined) throw new UsageError(`${file}: ${broken.message}`)
  const content = withGamma(document.toJS())
  const parsed = EvaluationSpec.safeParse(content)
  if (!parsed.success) throw new UsageError(`${file}:\n${z.prettifyError(parsed.error)}`)
  return content as EvaluationSpecInput
}

function withGamma(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || !('methods' in content)) return content
  if (!Array.isArray(content.methods)) return content
  return { ...content, methods: content.methods.map((method: unknown) => offerGamma(method, console.error)) }
}
