import type { LogFormat } from '@cges-fleet/core'
import { textHash } from '../../lines/text-hash.js'
import { compilePath, type JsonPath } from '../row-fields.js'
import type { LogMap } from './log-map.js'
import { promptText, responseText } from './parse-mapped-row.js'

/** The formats that are read by a map, with the maps. */
export type MappedFormat = Extract<
  LogFormat,
  'mapped' | 'evalscope' | 'esc' | 'opencompass' | 'lighteval' | 'simple-evals'
>

export const PRESETS: Readonly<Record<MappedFormat, LogMap>> = {
  mapped: {},
  /** `reviews/<model>/<dataset>.jsonl`: a row a sample; repeats of a question share a group. */
  evalscope: {
    id: either('sample_score.group_id', 'index'),
    question: either('input', 'messages'),
    answer: at('target'),
    text: either('sample_score.score.prediction', 'messages'),
    extracted: at('sample_score.score.extracted_prediction'),
    grade: mainScore,
  },
  /** `<model>_result/<task>/T0.7.jsonl` of the paper’s repository: a row a question, with all its responses. */
  esc: { question: at('question'), answer: at('answer'), text: at('generated_answer') },
  /** `predictions/<model>/<dataset>.json`, and the details of `results/`: an entry a question. */
  opencompass: {
    id: either('idx', 'id'),
    question: either('origin_prompt', 'prompt'),
    answer: either('gold', 'references', 'refr', 'reference'),
    text: openCompassText,
    grade: openCompassGrade,
  },
  /** `details/<model>/<time>/details_<task>.parquet`: a row a question, with all its responses. */
  lighteval: {
    id: either('doc.id', 'id', 'line'),
    question: either('doc.query', 'example', 'full_prompt'),
    answer: lightevalGold,
    text: either('model_response.text_post_processed', 'model_response.text', 'predictions'),
    tokens: lightevalTokens,
  },
  /** `<eval>_<model>_allresults.json`: conversations, beside HTML that says what each was graded. */
  'simple-evals': {
    id: (row) => {
      const prompt = promptText(at('convo')(row)[0])
      return prompt === null ? [] : [`h${textHash(prompt).toString(36)}`]
    },
    question: at('convo'),
    answer: fromHtml('Correct Answer'),
    text: (row) => [responseText(at('convo')(row)[0])],
    extracted: fromHtml('Extracted Answer'),
    grade: fromHtml('Score'),
  },
}

/** Returns which preset a row is of; null if none. */
export function presetOf(row: unknown): MappedFormat | null {
  if (typeof row !== 'object' || row === null) return null
  const has = (key: string): boolean => Object.hasOwn(row, key)
  if (has('sample_score') && has('index')) return 'evalscope'
  if (has('generated_answer') && has('question') && has('answer')) return 'esc'
  if (has('origin_prompt') || has('origin_prediction')) return 'opencompass'
  if (has('model_response') && has('doc')) return 'lighteval'
  if (has('predictions') && has('full_prompt')) return 'lighteval'
  return has('convo') && has('html') ? 'simple-evals' : null
}

/** The rows of a file that is one JSON value: a list of rows, or one of the forms that presets write; null if neither. */
export function rowsOf(file: unknown): unknown[] | null {
  if (Array.isArray(file)) return file
  if (typeof file !== 'object' || file === null) return null
  const { convos, htmls, details } = Object.fromEntries(Object.entries(file))
  if (Array.isArray(convos)) {
    return convos.map((convo: unknown, place) => ({
      convo,
      html: Array.isArray(htmls) ? (htmls[place] as unknown) : '',
    }))
  }
  if (typeof details === 'object' && details !== null) return rowsOf(details)
  const entries = Object.entries(file).filter(([, entry]) => typeof entry === 'object' && entry !== null)
  const isNumbered = entries.length > 0 && entries.every(([key]) => /^\d+$/u.test(key))
  return isNumbered ? entries.map(([idx, entry]) => ({ idx, ...objectOf(entry) })) : null
}

function at(path: string): JsonPath {
  const compiled = compilePath(path)
  if (!compiled.ok) throw new Error(compiled.problem)
  return compiled.path
}

/** The values of the first path that has one. */
function either(...paths: readonly string[]): JsonPath {
  const compiled = paths.map(at)
  return (row) => compiled.map((path) => path(row)).find(([value]) => value != null) ?? []
}

/** The score that EvalScope calls the main one, else the first. */
function mainScore(row: unknown): unknown[] {
  const scores = objectOf(at('sample_score.score.value')(row)[0])
  const [name] = at('sample_score.score.main_score_name')(row)
  const main = Object.entries(scores).find(([key]) => key === name) ?? Object.entries(scores)[0]
  return [main?.[1]]
}

/** In predictions `prediction` is the response; in results it is `origin_prediction`, beside the answer read from it. */
function openCompassText(row: unknown): unknown[] {
  return either('origin_prediction', 'prediction')(row)
}

function openCompassGrade(row: unknown): unknown[] {
  const [grade] = either('correct', 'is_correct')(row)
  const isOfOne = Array.isArray(grade) && grade.length === 1
  return [isOfOne ? (grade[0] as unknown) : grade]
}

/** The right one of the choices, which hold nothing else where responses are free. */
function lightevalGold(row: unknown): unknown[] {
  const [index] = either('doc.gold_index', 'gold_index')(row)
  const [choices] = either('doc.choices', 'choices', 'gold')(row)
  const place = Number(Array.isArray(index) ? index[0] : (index ?? 0))
  return Array.isArray(choices) ? [choices[place]] : [choices]
}

function lightevalTokens(row: unknown): unknown[] {
  const [drawn] = at('model_response.output_tokens')(row)
  return Array.isArray(drawn) ? [drawn.map((tokens: unknown) => (Array.isArray(tokens) ? tokens.length : null))] : []
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#34': '"', '#39': "'" }

/** What the HTML of one result says under a name. */
function fromHtml(name: string): JsonPath {
  const said = new RegExp(`<p>${name}: ([^<]*)</p>`, 'u')
  return (row) => {
    const [html] = at('html')(row)
    const found = typeof html === 'string' ? said.exec(html)?.[1] : undefined
    return [found?.replaceAll(/&(amp|lt|gt|quot|#34|#39);/gu, (_, entity: string) => ENTITIES[entity] ?? '') ?? null]
  }
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
