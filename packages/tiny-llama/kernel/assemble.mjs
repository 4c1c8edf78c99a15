// Assembles kernel.wat into kernel.wasm: node kernel/assemble.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import wabt from 'wabt'

const path = (name) => new URL(name, import.meta.url)
const parsed = (await wabt()).parseWat('kernel.wat', readFileSync(path('kernel.wat'), 'utf8'), { simd: true })
writeFileSync(path('kernel.wasm'), parsed.toBinary({}).buffer)
