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
  const sections = Object.keys(PROCESSES).map((name, at) => {
    const own = rows[at].filter((row) => !shared.some((other) => other[0] === row[0]))
    return `## ${name}\n\n${table(HEAD, own)}`
  })
  return {
    'docs/settings.md': `# Settings

<!-- Written by \`npm run reference\` from the schemas; edit those. -->

Every environment variable that a process of the fleet reads. An invalid value stops the start, and the error names the setting. On Kubernetes
set them as \`api.env\`, \`coordinator.env\` and a pool's \`env\`; the chart sets the stores, ports and keys itself.

## All processes

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

/** The host's name is the default of one setting, and of no page. */
function withoutHost([name, type, usual, about]) {
  return [name, type, name === '`WORKER_NAME`' ? '' : usual, about]
}
