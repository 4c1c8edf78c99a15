import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../root.js'
import { EXAMPLES, renderedOf } from './goldens.js'
import { EXAMPLE_FILES } from './manifest.js'

/** Where checkov is; it takes minutes to install, so nobody has to. */
const CHECKOV = process.env['CHECKOV'] ?? 'checkov'
const hasCheckov = spawnSync(CHECKOV, ['--version']).status === 0

const ALL = [
  ...EXAMPLES.map(renderedOf),
  ...EXAMPLE_FILES.map((file) => readFileSync(`${ROOT}k8s/examples/${file}`, 'utf8')),
]

/** What checkov has against manifests: `ID RESOURCE` each. */
function findingsIn(texts: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'cges-checkov-'))
  const files = texts.map((text, n) => {
    const file = join(folder, `${n}.yaml`)
    writeFileSync(file, text)
    return file
  })
  const args = ['--framework', 'kubernetes', '--quiet', '--compact', '--skip-download', '--output', 'json']
  const { stdout } = spawnSync(CHECKOV, [...args, ...files.flatMap((file) => ['--file', file])], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  rmSync(folder, { recursive: true })
  const { results, summary } = JSON.parse(stdout) as {
    results: { failed_checks: { check_id: string; resource: string }[] }
    summary: { parsing_errors: number }
  }
  expect(summary.parsing_errors).toBe(0)
  return results.failed_checks.map(({ check_id: id, resource }) => `${id} ${resource}`)
}

const isListed = (found: string) =>
  FINDINGS.some(({ id, of }) => found.startsWith(`${id} `) && of.test(found.slice(id.length + 1)))

it.skipIf(!hasCheckov)('finds nothing that is not listed with its reason (needs checkov)', { timeout: 300_000 }, () => {
  const found = findingsIn(ALL)
  expect(found.filter((one) => !isListed(one))).toEqual([])
  expect(FINDINGS.filter(({ id }) => !found.some((one) => one.startsWith(`${id} `)))).toEqual([])
})

it.skipIf(!hasCheckov)('finds what is not listed (needs checkov)', { timeout: 300_000 }, () => {
  const found = findingsIn([renderedOf('gpu').replaceAll('allowPrivilegeEscalation: false', 'privileged: true')])
  expect(found.filter((one) => !isListed(one))).toContain('CKV_K8S_16 Deployment.default.api')
})

/** One finding of checkov that stays. */
interface Finding {
  readonly id: string
  /** For readers: what it finds, and why it stays. */
  readonly what: string
  /** Of what: KIND.NAMESPACE.NAME. */
  readonly of: RegExp
  readonly reason: string
}

const PODS = /^(CronJob|Deployment|StatefulSet|Job)\./

/** Every finding that stays, and why. */
const FINDINGS: readonly Finding[] = [
  {
    id: 'CKV_K8S_11',
    what: 'no limits of CPU',
    of: PODS,
    reason: 'a limit throttles who could use idle cores; requests divide what is contended, memory has limits',
  },
  {
    id: 'CKV_K8S_15',
    what: 'image pull policy',
    of: /^(Deployment|Job)\./,
    reason: 'images are named by version or digest: pulling anew brings nothing',
  },
  {
    id: 'CKV_K8S_21',
    what: 'default namespace',
    of: /\.default\./,
    reason: 'Helm gives the namespace, none is written',
  },
  {
    id: 'CKV_K8S_22',
    what: 'writable root',
    of: /^Deployment\.default\.worker-/,
    reason:
      'of what has a GPU (engines, reward servers, step scorers): the hook that gives a container its GPU writes there',
  },
  {
    id: 'CKV_K8S_35',
    what: 'secrets in variables',
    of: /^((Deployment\.default\.(api|coordinator|gateway|worker-.*))|(Cron)?Job\..*|StatefulSet\..*)$/,
    reason:
      'the stores’ addresses and passwords and, in what has a GPU, `HF_TOKEN` and the engine’s key: whose programs read them from nowhere else. A step scorer gets `HF_TOKEN` too, whoever made its image. Our own keys, pepper and tokens are files',
  },
  {
    id: 'CKV_K8S_40',
    what: 'low user id',
    of: /^StatefulSet\.default\.(postgres|redis)$/,
    reason: 'of PostgreSQL and Redis inside, as their images have it; for trying things out',
  },
  {
    id: 'CKV_K8S_43',
    what: 'no digest',
    of: /^(Deployment|Job)\./,
    reason: 'of our own images: `images.tag: 0.1.0@sha256:…` is one',
  },
]
