import { chmodSync, cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Files read at run time: each has the same place in a package as in a checkout. */
const FILES = [
  'apps/research/paper',
  'apps/vllm-sim/profiles',
  'packages/tiny-llama/kernel/kernel.wasm',
  'packages/tiny-llama/model',
  'packages/tiny-llama/questions.jsonl',
  'packages/tiny-llama/recording.jsonl.gz',
  'LICENSE',
  // What help and errors name.
  'docs/evaluation-file.md',
  'docs/methods.md',
  'docs/python.md',
  'docs/settings.md',
  'docs/data/benchmark.schema.json',
  'docs/data/evaluation.schema.json',
  'docs/data/suite.schema.json',
  'k8s/chart/files/logins/logins.sql',
]

/** Copies what the command line and the simulator read at run time into a package. */
export function copyFiles(root, folder, more = []) {
  for (const file of [...FILES, ...more]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file), { recursive: true })
  }
}

/** Lets a package's command be started by its name. */
export function makeExecutable(folder) {
  chmodSync(join(folder, 'apps/cli/bundle/main.js'), 0o755)
}

/**
 * The fields that every package for npm has. In CI they name the repository it is built from, without which npm attaches
 * no provenance.
 */
export function publicFields({ version, license, engines }, env = process.env) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = env
  const repository = name === undefined ? {} : { repository: { type: 'git', url: `git+${server}/${name}.git` } }
  return { version, license, type: 'module', engines, ...repository }
}
