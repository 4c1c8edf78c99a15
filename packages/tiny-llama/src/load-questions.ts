import { Question } from '@cges-fleet/core'
import { packageFile } from './package-file.js'

/** Loads the 300 questions that the model was not trained on, with answers computed by the program that wrote them. */
export function loadQuestions(): Question[] {
  const lines = new TextDecoder().decode(packageFile('questions.jsonl')).trim().split('\n')
  return lines.map((line) => Question.parse(JSON.parse(line)))
}
