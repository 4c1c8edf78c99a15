import { EvaluationSpec, type EvaluationSpecInput, findPreset, PRESETS } from '@cges-fleet/core'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { didYouMean } from '@cges-fleet/methods'
import { offerGamma } from '../offer-gamma.js'
import { readTextFile } from '../read-text-file.js'
import { UsageError } from '../usage-error.js'

/** Loads an evaluation's YAML or JSON file, validated by the API's own schema; what it says itself goes before its `preset`. */
export function loadSpec(file: string): EvaluationSpecInput {
  const document = parseDocument(readTextFile(file))
  const broken = document.errors[0]
  if (broken !== undefined) throw new UsageError(`${file}: ${broken.message}`)
  const content = withGamma(withPreset(file, document.toJS()))
  const parsed = EvaluationSpec.safeParse(content)
  if (!parsed.success) throw new UsageError(`${file}:\n${z.prettifyError(parsed.error)}`)
  return content as EvaluationSpecInput
}

function withPreset(file: string, content: unknown): unknown {
  if (typeof content !== 'object' || content === null || !('preset' in content)) return content
  const { preset: named, ...own } = content
  const preset = findPreset(named)
  if (preset !== null) return { ...preset.spec, ...own }
  const names = PRESETS.map(({ name }) => name)
  const meant = didYouMean(named, names)
  throw new UsageError(`${file}: there is no preset ${JSON.stringify(named)}: one of ${names.join(', ')}${meant}`)
}

function withGamma(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || !('methods' in content)) return content
  if (!Array.isArray(content.methods)) return content
  return { ...content, methods: content.methods.map((method: unknown) => offerGamma(method, console.error)) }
}
