import { Environment as ApiEnvironment } from '../../apps/api/dist/env.js'
import { Environment as CoordinatorEnvironment } from '../../apps/coordinator/dist/env.js'
import { Environment as GatewayEnvironment } from '../../apps/gateway/dist/env.js'
import { Smtp, Webhook } from '../../apps/coordinator/dist/webhooks/webhook.js'
import { Environment as WorkerEnvironment } from '../../apps/worker/dist/env.js'
import { inputSchema, schemaRows, table } from './schema-rows.mjs'

const PROCESSES = {
  API: ApiEnvironment,
  Coordinator: CoordinatorEnvironment,
  Gateway: GatewayEnvironment,
  Worker: WorkerEnvironment,
}
/** Processes with settings in common that the others lack, each pair in this order. */
const PAIRS = [
  ['API', 'Gateway'],
  ['Coordinator', 'Worker'],
]
/** What only tests set, and what the container's image sets. */
const LEFT_OUT = new Set(['`FAILPOINT`', '`NODE_ENV`'])
const HEAD = ['setting', 'value', 'default', 'what it does']

/** Writes the page of every environment setting and of the webhooks' file. */
export function settingsReference() {
  const rows = Object.values(PROCESSES).map((schema) =>
    schemaRows(inputSchema(schema))
      .filter(([name]) => !LEFT_OUT.has(name))
      .map(withoutHost),
  )
  const [first = [], ...others] = rows
  const shared = first.filter((row) => others.every((each) => each.some((other) => other.join() === row.join())))
  const left = rows.map((of) => of.filter((row) => !isIn(shared, row)))
  const sections = sectionsOf(Object.fromEntries(Object.keys(PROCESSES).map((name, at) => [name, left[at]])))
  return {
    'docs/settings.md': `# Settings

<!-- Written by \`npm run reference\` from the schemas; edit those. -->

Every environment variable that a process of the fleet reads. An empty one counts as unset. An invalid value stops the start, and the error names the setting. On Kubernetes
set them as \`api.env\`, \`coordinator.env\`, \`gateway.env\` and a pool's \`env\`; the chart sets the stores, ports and keys itself.

## All processes but the dashboard

${table(HEAD, shared)}

${sections.join('\n\n')}

## Dashboard

${table(HEAD, [['`API_URL`', 'address', '*required*', 'the API, such as `http://127.0.0.1:8080`']])}

## File of webhooks

\`WEBHOOKS_FILE\` holds \`{"webhooks": […]}\`, 200 at most ([webhooks.md](webhooks.md)). Each has:

${table(HEAD, schemaRows(inputSchema(Webhook)))}

To send e-mails it also holds \`"smtp": {…}\`:

${table(HEAD, schemaRows(inputSchema(Smtp)))}
`,
  }
}

function isIn(rows, row) {
  return rows.some((other) => other.join() === row.join())
}

/** A section for each process, before which one has what it shares with another. */
function sectionsOf(rows) {
  const pairs = PAIRS.map(([one, other]) => ({
    of: [one, other],
    title: `${one} and ${other.toLowerCase()}`,
    both: rows[one].filter((row) => isIn(rows[other], row)),
  }))
  return Object.keys(rows).flatMap((name) => {
    const before = pairs.filter(({ of }) => of[0] === name).map(({ title, both }) => [title, both])
    const own = rows[name].filter((row) => !pairs.some(({ of, both }) => of.includes(name) && isIn(both, row)))
    return [...before, [name, own]].map(([title, these]) => `## ${title}\n\n${table(HEAD, these)}`)
  })
}

/** The host's name is the default of one setting, and of no page. */
function withoutHost([name, type, usual, about]) {
  return [name, type, name === '`WORKER_NAME`' ? '' : usual, about]
}
