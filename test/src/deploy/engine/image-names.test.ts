import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ROOT } from '../root.js'
import { baseArguments, storeImages } from './image-names.js'

const read = (name: string) => readFileSync(`${ROOT}${name}`, 'utf8')
const digest = `@sha256:${'0'.repeat(64)}`

it('names the images a recipe starts from, without digests', () => {
  const text = `ARG NODE=node:24.1.0-slim${digest}\nARG DEBIAN=debian:bookworm\nFROM \${NODE} AS node\nARG NOTHING\n`
  expect(baseArguments(text)).toEqual({ NODE: 'node:24.1.0-slim', DEBIAN: 'debian:bookworm' })
})

it('names the images of what Compose starts and does not build, profiles aside', () => {
  const text = `services:
  store: { image: 'postgres:18${digest}' }
  app: { image: 'app:dev', build: { context: . } }
  engine: { image: 'vllm:1${digest}', profiles: [gpu] }`
  expect(storeImages(text)).toEqual({ store: 'postgres:18' })
})

it('finds them in our own files', () => {
  expect(Object.keys(baseArguments(read('apps/Dockerfile')))).toEqual(['NODE', 'DEBIAN'])
  const stores = storeImages(read('docker-compose.yml'))
  expect(Object.keys(stores)).toEqual(['postgres', 'redis', 'logins'])
  expect(Object.values(stores).filter((image) => !/^[a-z]+:[\w.-]+$/.test(image))).toEqual([])
})
