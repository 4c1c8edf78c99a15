import { z } from 'zod'
import { type ParsedAs, parseRow } from '../../lines/json-lines.js'
import { ScenarioQuestion } from './demo-benchmark.js'

const NEEDED =
  'Every question needs id, question, answer, distractors (a list of wrong answers) and difficulty (between 0 and 1)'

/**
 * Parses the questions that a simulator is to know, one JSON object a line or a JSON list. Names the first that is wrong
 * by its place, in one line however many are.
 */
export function parseScenario(file: string, content: string): ParsedAs<ScenarioQuestion[]> {
  const text = content.replace(/^\uFEFF/u, '')
  if (text.trimStart().startsWith('[')) {
    const parsed = parseRow(text, z.array(ScenarioQuestion).min(1))
    return parsed.ok ? parsed : { ok: false, problem: `${file}: ${parsed.problem}. ${NEEDED}` }
  }
  const questions: ScenarioQuestion[] = []
  for (const [at, line] of text.split(/\r?\n/u).entries()) {
    if (line.trim() === '') continue
    const parsed = parseRow(line, ScenarioQuestion)
    if (!parsed.ok) return { ok: false, problem: `${file}, line ${at + 1}: ${parsed.problem}. ${NEEDED}` }
    questions.push(parsed.value)
  }
  return questions.length === 0
    ? { ok: false, problem: `${file} holds no question. ${NEEDED}` }
    : { ok: true, value: questions }
}
