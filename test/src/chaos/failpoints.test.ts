import { setTimeout as sleep } from 'node:timers/promises'
import { FAIL_STEPS, type FailStep } from '@cges-fleet/queue'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningApp, spawnApp } from '../fleet/spawn-app.js'
import type { Role } from './fleet/member.js'
import { SmallFleet } from './small-fleet.js'
import { IS_AT_LENGTH } from '../support/repetitions.js'

const ROLES: readonly Role[] = ['api', 'coordinator', 'worker']
const ACTIONS = ['kill', 'throw', 'pause'] as const
type Action = (typeof ACTIONS)[number]

let small: SmallFleet
/** The API that the client uses while there is a victim. */
let victimApi: string | null = null

beforeAll(async () => {
  if (!IS_AT_LENGTH) return
  small = await SmallFleet.start({ backend: 'postgres', apiUrl: (calm) => victimApi ?? calm })
}, 240_000)

afterAll(async () => {
  if (IS_AT_LENGTH) await small.stop()
})

/** The role whose processes pass through a step. */
function roleOf(step: FailStep): Role {
  switch (step.split('.')[0]) {
    case 'submit':
      return 'api'
    case 'sample':
      return 'worker'
    default:
      return 'coordinator'
  }
}

/** Starts a process that fails at these steps, and waits until it has failed at each, while the fleet works. */
async function provoke(role: Role, steps: readonly FailStep[], action: Action): Promise<void> {
  const FAILPOINT = steps.map((step) => `${step}:${action}`).join(',')
  const victim = await spawnApp(role, { ...small.settingsOf(role), FAILPOINT })
  if (role === 'api') victimApi = victim.listening
  const missing = () => steps.filter((step) => !victim.said().includes(`failpoint ${step}:${action}`))
  const end = performance.now() + 120_000
  while (missing().length > 0 && performance.now() < end) await sleep(20)
  if (action === 'kill') await ended(victim)
  else await sleep(200)
  victimApi = role === 'api' ? null : victimApi
  await victim.kill('SIGKILL')
  expect(missing(), `${role} was to fail by ${action} at ${FAILPOINT}`).toEqual([])
}

async function ended(victim: RunningApp): Promise<void> {
  const { process } = victim
  if (process.signalCode === null && process.exitCode === null) await new Promise((exit) => process.once('exit', exit))
  expect(process.signalCode).toBe('SIGKILL')
}

async function failEverywhere(role: Role): Promise<void> {
  const steps = FAIL_STEPS.filter((step) => roleOf(step) === role)
  for (const step of steps) await provoke(role, [step], 'kill')
  await provoke(role, steps, 'throw')
  await provoke(role, steps, 'pause')
}

it.skipIf(!IS_AT_LENGTH)(
  `holds when a process ends, fails or freezes at each of the ${FAIL_STEPS.length} steps of the protocol (takes minutes: run npm run test:with -- length)`,
  async () => {
    const working = new AbortController()
    const work = small.keepBusy(working.signal)
    try {
      await Promise.all(ROLES.map(failEverywhere))
    } finally {
      working.abort()
      await work
    }
    expect(await small.judged()).toEqual([])
  },
  900_000,
)
