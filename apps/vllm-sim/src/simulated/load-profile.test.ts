import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadProfile } from './profiled-character.js'

test.each([
  ['{"accuracy": 1.4, "invalidShare": "few"}', 'accuracy: is the number 1.4, expected less than 1'],
  ['{"accuracy": 0.4, "invalidShare": "few"}', 'invalidShare: is the text "few", expected a number'],
  ['{"accuracy": 0.4}', 'confidence: is missing, expected an object'],
  ['accuracy: 0.4', 'it begins with "accuracy: 0.4"'],
])('the profile %s is refused by file, field, value and what was expected', async (text, problem) => {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'))
  const file = join(folder, 'mine.json')
  writeFileSync(file, text)
  const error: unknown = await loadProfile(file).catch((thrown: unknown) => thrown)
  rmSync(folder, { recursive: true })
  expect(String(error)).toContain(`${file} is no profile:`)
  expect(String(error)).toContain(problem)
  expect(String(error)).not.toMatch(/Invalid input|Too (?:small|big)/u)
})
