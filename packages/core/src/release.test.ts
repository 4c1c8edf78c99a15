import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { RELEASE } from './release.js'

it('is the version that the repository calls itself', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  expect(RELEASE).toBe(version)
})
