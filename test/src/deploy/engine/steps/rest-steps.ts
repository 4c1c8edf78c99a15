import { setTimeout as sleep } from 'node:timers/promises'
import { engineSeconds } from '../engine-seconds.js'
import type { Step } from '../step.js'
import { cpuShare, megabytes, percent, type Usage } from '../usage.js'
import type { Context } from './context.js'

const SECONDS = 60
/** Of one processor, for a container that does nothing but answer health checks. */
const MOST = 0.02

interface AtRest extends Usage {
  readonly service: string
  readonly name: string
  readonly limitBytes: number
  /** Of one processor. */
  readonly share: number
}

/** What every container uses while nothing is asked of it; the simulator then does nothing but answer health checks. */
export function restSteps(context: Context): Step[] {
  const expected = `for ${SECONDS} s: each below half its memory, health checks below ${percent(MOST)} of a processor`
  return [{ name: 'at rest', expected, attempt: () => rest(context) }]
}

async function rest(context: Context): Promise<string> {
  const { engineFolder, known } = context
  const used = () => (engineFolder === null ? null : engineSeconds(engineFolder))
  const before = used()
  const containers = await watch(context)
  const after = used()
  known.containers = containers.map(({ name, memoryBytes, limitBytes, processes, share }) => [
    name.replace(/^cges-engine-\d+-/, ''),
    megabytes(memoryBytes),
    megabytes(limitBytes),
    String(processes),
    percent(share),
  ])
  const checks = containers.find(({ service }) => service === 'simulator')?.share ?? 1
  const all = containers.reduce((sum, { share }) => sum + share, 0)
  const engine = before === null || after === null ? '' : `, the engine ${percent((after - before) / SECONDS)}`
  const said = `health checks ${percent(checks)}, all containers ${percent(all)}${engine}`
  const large = containers.filter(({ memoryBytes, limitBytes }) => memoryBytes > limitBytes / 2)
  if (large.length > 0 || checks > MOST)
    throw new Error(`${said}; over half its memory: ${large.map(({ name }) => name).join(', ') || 'none'}`)
  return said
}

async function watch({ docker, project }: Context): Promise<AtRest[]> {
  const running = (await project.containers()).filter(({ State }) => State === 'running')
  const look = (ID: string) => docker.usage(ID)
  const limits = await Promise.all(running.map(({ ID }) => docker.inspect(ID, '{{.HostConfig.Memory}}')))
  const before = await Promise.all(running.map(({ ID }) => look(ID)))
  const from = performance.now()
  await sleep(SECONDS * 1000)
  const after = await Promise.all(running.map(({ ID }) => look(ID)))
  const seconds = (performance.now() - from) / 1000
  return running.map(({ Service: service, Name: name }, at) => {
    const was = before[at]
    const is = after[at]
    if (was === undefined || is === undefined) throw new Error(`${name} is gone`)
    return { ...is, service, name, share: cpuShare(was, is, seconds), limitBytes: Number(limits[at]) }
  })
}
