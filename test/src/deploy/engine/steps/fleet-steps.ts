import { setTimeout as sleep } from 'node:timers/promises'
import { notUp } from '../compose-project.js'
import { engineSeconds } from '../fleet-under-engine.js'
import type { Step } from '../report.js'
import { cpuShare, megabytes, percent, type Usage } from '../docker.js'
import { type Context, unharmed } from './context.js'

const SLOTS = 16
const GRACE_SECONDS = 50
/** Questions whose samples two workers draw all at once, and how many times longer each then takes. */
const FEW = 4
const SLOW = 40

/** What happens to workers in the middle of their work. */
export function workerSteps(context: Context): Step[] {
  return [
    {
      name: 'drain a busy worker',
      expected: `SIGTERM: ends by itself within its ${GRACE_SECONDS} s, no call lost, same digest`,
      attempt: () => drain(context),
    },
    {
      name: 'drain, answers of a minute',
      expected: `SIGTERM: hands back what takes longer, ends within its ${GRACE_SECONDS} s, no call lost, same digest`,
      attempt: () => drainSlow(context),
    },
    {
      name: 'scale to 4 and to 1',
      expected: 'as many ready workers; those that go lose no call, same digest',
      attempt: () => scale(context),
    },
    {
      name: 'kill a busy worker',
      expected: 'SIGKILL: the engine starts it again, lost calls are drawn again, same digest',
      attempt: () => kill(context),
    },
  ]
}

/** Submits, and waits until a number of workers have more in flight than one fewer could. */
async function submitBusy({ fleet }: Context, workers: number): Promise<string> {
  const id = await fleet.submit()
  await fleet.until(id, ({ samples }) => samples.inFlight > (workers - 1) * SLOTS + SLOTS / 4)
  return id
}

async function drain(context: Context): Promise<string> {
  const id = await submitBusy(context, 2)
  const said = await stopOne(context)
  await context.project.up('--no-recreate')
  return `${said}; ${await unharmed(context, id)}`
}

/** A model so slow that no answer ends while the worker waits for it; afterwards it has its own pace again. */
async function drainSlow(context: Context): Promise<string> {
  const { project, fleet } = context
  const { digest } = await fleet.done(await fleet.submit({ questions: FEW }))
  await project.pace(SLOW)
  const id = await fleet.submit({ questions: FEW })
  await fleet.until(id, ({ samples }) => samples.inFlight > SLOTS)
  const said = await stopOne(context)
  await project.pace(1)
  return `${said}; ${await unharmed(context, id, digest === null ? {} : { digest })}`
}

/** Stops a worker as Compose would, which then has samples in flight, and says how it ended. */
async function stopOne({ docker, project }: Context): Promise<string> {
  const [worker] = await project.containers('worker')
  if (worker === undefined) throw new Error('there is no worker')
  const from = performance.now()
  await docker.run(['stop', worker.ID])
  const seconds = (performance.now() - from) / 1000
  const code = await docker.inspect(worker.ID, '{{.State.ExitCode}}')
  const busy = Number(/"draining".*?"inFlight":(\d+)/.exec(await docker.logs(worker.ID))?.[1] ?? 0)
  const said = `${busy} samples in flight, ended with ${code} after ${seconds.toFixed(1)} s`
  if (busy === 0 || code !== '0' || seconds > GRACE_SECONDS) throw new Error(said)
  return said
}

async function scale(context: Context): Promise<string> {
  const { project } = context
  await project.up('--no-recreate', '--scale', 'worker=4')
  await readyWorkers(context, 4)
  const id = await submitBusy(context, 4)
  await project.up('--no-recreate', '--scale', 'worker=1')
  await readyWorkers(context, 1)
  const said = await unharmed(context, id)
  await project.up('--no-recreate', '--scale', 'worker=2')
  await readyWorkers(context, 2)
  return said
}

async function kill(context: Context): Promise<string> {
  const { docker, project } = context
  const id = await submitBusy(context, 2)
  const [worker] = await project.containers('worker')
  if (worker === undefined) throw new Error('there is no worker')
  // Told to by its command line, the engine would not start it again.
  process.kill(Number(await docker.inspect(worker.ID, '{{.State.Pid}}')), 'SIGKILL')
  const from = performance.now()
  while ((await docker.inspect(worker.ID, '{{.RestartCount}} {{.State.Health.Status}}')) !== '1 healthy') {
    if (performance.now() - from > 60_000) throw new Error('the engine did not start it again within 60 s')
    await sleep(200)
  }
  const again = `healthy again after ${((performance.now() - from) / 1000).toFixed(1)} s`
  return `${again}; ${await unharmed(context, id, { mayLose: true })}`
}

async function readyWorkers({ fleet }: Context, wanted: number): Promise<void> {
  let ready = -1
  for (const until = performance.now() + 60_000; performance.now() < until; await sleep(200)) {
    ready = await fleet.readyWorkers()
    if (ready === wanted) return
  }
  throw new Error(`${ready} ready workers instead of ${wanted}`)
}

/** Up, as the handbook says, and one evaluation. */
export function evaluationSteps(context: Context): Step[] {
  const { project, fleet, known } = context
  return [
    {
      name: 'up --wait',
      expected: 'every container healthy, or ended with 0',
      needed: true,
      attempt: async () => {
        await project.up()
        const containers = await project.containers()
        const wrong = notUp(containers)
        if (wrong.length > 0) throw new Error(wrong.join(', '))
        return `${containers.length} containers: ${containers.map(({ Service }) => Service).join(', ')}`
      },
    },
    {
      name: 'an evaluation',
      expected: 'done, nothing lost, and on its page',
      needed: true,
      attempt: async () => {
        known.id = await fleet.submit()
        const said = await unharmed(context, known.id)
        known.digest = (await fleet.view(known.id)).digest ?? ''
        const page = await fetch(`${project.dashboard}/evaluations/${known.id}`)
        if (!(await page.text()).includes('sc@8'))
          throw new Error(`its page (${page.status}) does not show it; ${said}`)
        return said
      },
    },
  ]
}

/** Everything goes and comes back. */
export function dataSteps(context: Context): Step[] {
  const { project, fleet, known } = context
  return [
    {
      name: 'down and up',
      expected: 'evaluations are still there, the running one goes on, no call lost, same digest',
      attempt: async () => {
        const id = await fleet.submit()
        await fleet.until(id, ({ samples }) => samples.inFlight > 16)
        await project.down()
        const left = await project.containers()
        if (left.length > 0) throw new Error(`${left.length} containers are left`)
        await project.up()
        const { digest } = await fleet.view(known.id)
        if (digest !== known.digest) throw new Error(`the first evaluation's digest is ${digest} now`)
        return unharmed(context, id)
      },
    },
  ]
}

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
