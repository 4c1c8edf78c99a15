import { EvaluationSpec, type EvaluationSpecInput, findPreset, PRESETS } from '@cges-fleet/core'
import { didYouMean } from '@cges-fleet/methods'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { UsageError } from '../errors.js'
import { readTextFile } from '../files/text-files.js'

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

/** The command line's default γ if a CGES method names none; the API requires it. */
const OFFERED_GAMMA = 0.99

/** Fills in γ for a CGES method without it, and says so through `note`; returns every other method unchanged. */
export function offerGamma<Method>(method: Method, note: (text: string) => void): Method | string {
  if (typeof method !== 'string' || !/^\s*cges\b/.test(method) || /\bgamma\s*=/.test(method)) return method
  const [rule = '', budget] = method.trim().split('@')
  const filled = `${rule}${rule.includes(':') ? ',' : ':'}gamma=${OFFERED_GAMMA}${budget === undefined ? '' : `@${budget}`}`
  note(`${method.trim()} names no gamma: taken as ${filled}`)
  return filled
}
