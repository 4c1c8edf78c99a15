import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import { packageFile, packagePath } from '../package-file.js'
import { Kernel } from './kernel.js'

test('what is shipped is the text assembled', async () => {
  const text = readFileSync(packagePath('kernel/kernel.wat'), 'utf8')
  const parsed = (await wabt()).parseWat('kernel.wat', text, { simd: true })
  expect(packageFile('kernel/kernel.wasm')).toEqual(parsed.toBinary({}).buffer)
})

test('multiplies, and writes no row beyond the block of the last', () => {
  const inputs = 5
  const outputs = 16
  const kernel = new Kernel(4000)
  const weights = Float32Array.from({ length: inputs * outputs }, (_, at) => ((at * 7) % 11) - 5)
  const matrix = kernel.matrix(weights, { inputs, outputs })
  const from = kernel.take(8 * inputs)
  const to = kernel.take(8 * outputs).fill(99)
  from.forEach((_, at) => (from[at] = (at % 13) - 6))
  kernel.multiply(matrix, from, to, 3)
  for (let row = 0; row < 4; row += 1) {
    for (let output = 0; output < outputs; output += 1) {
      const terms = Array.from(
        { length: inputs },
        (_, input) => (from[row * inputs + input] ?? 0) * (weights[output * inputs + input] ?? 0),
      )
      expect(to[row * outputs + output]).toBe(terms.reduce((sum, term) => sum + term, 0))
    }
  }
  expect([...to.subarray(4 * outputs)].every((value) => value === 99)).toBe(true)
})
