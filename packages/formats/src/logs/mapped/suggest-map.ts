import { type FieldNames, likelyField, QUESTION_NAMES } from '../field-names.js'
import { valueText } from '../../lines/parse-as.js'
import type { MapField } from './log-map.js'

const SAMPLE_NAMES: FieldNames<'text' | 'extracted' | 'grade' | 'tokens'> = {
  text: [
    'text',
    'response',
    'responses',
    'model_response',
    'model_output',
    'output',
    'outputs',
    'completion',
    'completions',
    'generation',
    'generations',
    'generated_answer',
    'generated_text',
    'prediction',
    'predictions',
    'samples',
    'candidates',
    'results',
    'raw_output',
  ],
  extracted: ['extracted', 'extracted_answer', 'predicted_answer', 'parsed_answer', 'pred', 'final_answer'],
  grade: ['grade', 'correct', 'is_correct', 'score', 'acc', 'accuracy', 'exact_match', 'passed', 'reward'],
  tokens: ['tokens', 'completion_tokens', 'output_tokens', 'num_tokens', 'num_generated_tokens', 'n_tokens'],
}

/**
 * Words what a row of no known log holds, and the --map that would most likely read it, with … where a person has to
 * say.
 */
export function suggestMap(row: unknown): string {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return `the row is ${valueText(row)}, expected an object`
  const entries = Object.entries(row)
  const found = entries.slice(0, 20).map(([name, value]) => `${JSON.stringify(name)} (${briefly(value)})`)
  const names = entries.map(([name]) => name)
  const pairs = (['id', 'question', 'answer'] as const).flatMap((field): [MapField, string][] => {
    const name = likelyField([...QUESTION_NAMES[field], ...(field === 'id' ? ['idx', 'index'] : [])], names)
    return name === null ? (field === 'id' ? [] : [[field, '…']]) : [[field, name]]
  })
  const samples = (Object.keys(SAMPLE_NAMES) as (keyof typeof SAMPLE_NAMES)[]).flatMap(
    (field): [MapField, string][] => {
      const taken = new Set(pairs.map(([, name]) => name))
      const name = likelyField(
        SAMPLE_NAMES[field],
        names.filter((each) => !taken.has(each)),
      )
      return name === null ? [] : [[field, pathOf(name, entries.find(([key]) => key === name)?.[1])]]
    },
  )
  const hasSamples = samples.some(([field]) => field === 'text' || field === 'extracted')
  const all = [...pairs, ...(hasSamples ? [] : [['text', '…'] as const]), ...samples]
  const map = all.map(([field, name]) => `${field}=${name}`).join(',')
  return `no known log has such rows; found the fields ${found.join(', ')}. Say which hold what: --map '${map}'`
}

function briefly(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (value === null) return 'null'
  return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'text' : typeof value
}

/** Of a list of objects the text in each. */
function pathOf(name: string, value: unknown): string {
  const [first] = Array.isArray(value) ? (value as unknown[]) : []
  if (typeof first !== 'object' || first === null) return name
  const inner = likelyField([...SAMPLE_NAMES.text, 'content', 'answer'], Object.keys(first))
  return `${name}[*].${inner ?? '…'}`
}
