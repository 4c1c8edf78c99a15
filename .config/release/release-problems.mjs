import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const IMAGES = ['api', 'coordinator', 'gateway', 'worker', 'vllm-sim', 'migrate', 'dashboard']

/** Returns what keeps a checkout from being released under its version, one sentence each. */
export function releaseProblems(root, version) {
  const read = (path) => readFileSync(join(root, path), 'utf8')
  const problems = []
  if (!read('packages/core/src/release.ts').includes(`RELEASE = '${version}'`)) {
    problems.push(`packages/core/src/release.ts is not of version ${version}`)
  }
  if (!read('CITATION.cff').includes(`\nversion: ${version}\n`)) {
    problems.push(`CITATION.cff is not of version ${version}`)
  }
  const chart = [...read('k8s/chart/Chart.yaml').matchAll(/^(?:version|appVersion): (.*)$/gm)]
  if (chart.length !== 2 || chart.some(([, said]) => said !== version)) {
    problems.push(`k8s/chart/Chart.yaml is not of version ${version}`)
  }
  const schema = `test/src/store/releases/${version}.sql`
  if (!existsSync(join(root, schema))) {
    problems.push(
      `${schema} is missing, from which later versions are tested to upgrade: npm run --silent schema > ${schema}`,
    )
  }
  return [...problems, ...changelogProblems(read('CHANGELOG.md'), version)]
}

function changelogProblems(text, version) {
  const [, ...sections] = text.split(/^## /m)
  const titled = (title) => sections.find((section) => section.startsWith(title))
  const own = titled(`[${version}]`)
  if (own === undefined) return [`CHANGELOG.md has no section [${version}]`]
  const [title = '', ...lines] = own.split('\n')
  const dated = new RegExp(String.raw`^\[[^\]]+\] - \d{4}-\d\d-\d\d$`).test(title)
  return [
    ...(dated ? [] : [`CHANGELOG.md: ## ${title} has no date, as in ## [${version}] - 2026-11-23`]),
    ...(lines.some((line) => line.startsWith('- ')) ? [] : [`CHANGELOG.md says nothing of ${version}`]),
    ...(/^- /m.test(titled('[Unreleased]') ?? '') ? ['CHANGELOG.md has changes that are still [Unreleased]'] : []),
  ]
}
