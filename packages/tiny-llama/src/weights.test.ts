import { expect, test } from 'vitest'
import { packageFile } from './package-file.js'
import { LlamaConfig, parseSafetensors } from './weights.js'

const file = packageFile('model/model.safetensors')
const tensors = parseSafetensors(file)

test('holds 223,680 parameters and nothing else', () => {
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + (file[0] ?? 0) + 256 * (file[1] ?? 0))))
  delete header.__metadata__
  const shapes = Object.values<{ shape: number[] }>(header).map(({ shape }) => shape.reduce((a, b) => a * b))
  expect(shapes.reduce((a, b) => a + b)).toBe(223_680)
})

test('says what is missing, of another shape, or cut off', () => {
  expect(() => tensors('model.bias', [64])).toThrow('model.bias is not a tensor of 32-bit floats')
  expect(() => tensors('model.norm.weight', [65])).toThrow('model.norm.weight has shape [64], but')
  expect(() => parseSafetensors(file.slice(0, 5000))('model.norm.weight', [64])).toThrow('does not lie within the file')
  expect(() => parseSafetensors(file.slice(0, 100))).toThrow('more than the file has')
})

test('a Llama of another kind is refused', () => {
  const config = JSON.parse(new TextDecoder().decode(packageFile('model/config.json')))
  expect(LlamaConfig.parse(config).head_dim).toBe(32)
  expect(() => LlamaConfig.parse({ ...config, num_key_value_heads: 2 })).toThrow(/share keys and values/)
  expect(() => LlamaConfig.parse({ ...config, model_type: 'qwen2' })).toThrow()
  expect(() => LlamaConfig.parse({ ...config, hidden_size: 60 })).toThrow(/multiples of 8/)
})
