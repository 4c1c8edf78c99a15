/**
 * The site's pages in reading order: source, title. A page in docs/ that is missing here fails the build. `api/` stands
 * for the reference, which is generated from the contract.
 */
export const NAVIGATION = [
  { title: 'Begin', pages: [['README.md', 'Overview']] },
  {
    title: 'For researchers',
    pages: [
      ['docs/for-researchers.md', 'First page'],
      ['docs/methods.md', 'Methods'],
      ['docs/statistics.md', 'Statistics'],
      ['docs/frontier.md', 'Frontier'],
      ['docs/guarantees.md', 'Guarantees'],
      ['docs/own-rule.md', 'A rule of your own'],
      ['docs/reproduction.md', 'Reproduction'],
      ['docs/figure-1.md', 'Figure 1'],
      ['docs/python.md', 'Python'],
      ['docs/tutorial.ipynb', 'Tutorial'],
    ],
  },
  {
    title: 'For team leads',
    pages: [
      ['docs/for-team-leads.md', 'First page'],
      ['docs/dashboard.md', 'The dashboard'],
      ['docs/steps.md', 'Steps, beside others'],
      ['docs/commands.md', 'Command line'],
      ['docs/evaluation-file.md', 'YAML files'],
      ['docs/glossary.md', 'Glossary'],
    ],
  },
  {
    title: 'For platform engineers',
    pages: [
      ['docs/for-platform-engineers.md', 'First page'],
      ['docs/architecture.md', 'Architecture'],
      ['docs/operations.md', 'Operations'],
      ['docs/gateway.md', 'Gateway'],
      ['docs/sizing.md', 'Sizing and connections'],
      ['docs/settings.md', 'Settings'],
      ['docs/metrics.md', 'Metrics'],
      ['docs/webhooks.md', 'Webhooks'],
      ['docs/model-servers.md', 'Model servers'],
      ['docs/scoring-servers.md', 'Reward models and step scorers'],
      ['k8s/README.md', 'Kubernetes'],
      ['docs/slurm.md', 'Slurm'],
      ['docs/security.md', 'Security'],
      ['docs/performance.md', 'Performance'],
      ['docs/vllm.md', 'vLLM'],
      ['docs/llama.md', 'llama.cpp'],
    ],
  },
  { title: 'API', pages: [['api/', 'Reference']] },
  {
    title: 'The project',
    pages: [
      ['CHANGELOG.md', 'Changelog'],
      ['CONTRIBUTING.md', 'Contributing'],
      ['SECURITY.md', 'Reporting a vulnerability'],
      ['docs/adr/README.md', 'Decisions'],
    ],
  },
]

/** Pages reached from a listed page. */
const BELOW = /^docs\/adr\/\d{4}-/u

/** The file of the site that a source becomes. */
export function pageOf(source) {
  if (source === 'README.md') return 'index.html'
  if (source.endsWith('/')) return `${source}index.html`
  if (source === 'k8s/README.md') return 'kubernetes.html'
  // Beside docs/security.md.
  if (source === 'SECURITY.md') return 'security-policy.html'
  return source
    .replace(/^docs\//u, '')
    .replace(/README\.md$/u, 'index.md')
    .replace(/\.(?:md|ipynb)$/u, '.html')
    .toLowerCase()
}

/** Returns the sources that are listed but missing, and those that exist but are not listed. */
export function strayPages(sources) {
  const listed = NAVIGATION.flatMap(({ pages }) => pages.map(([source]) => source))
  return [
    ...listed
      .filter((source) => !source.endsWith('/') && !sources.includes(source))
      .map((source) => `${source} is not there`),
    ...sources
      .filter((source) => !listed.includes(source) && !BELOW.test(source))
      .map((source) => `${source} is not in the navigation (.config/docs/navigation.mjs)`),
  ]
}
