import { z } from 'zod'
import { imageOf } from '../build-images.js'
import { makeVllm } from '../base-images.js'
import type { Step } from '../step.js'
import { type Context, unharmed } from './context.js'

const PROFILES = ['gpu', 'reward'] as const
const SERVICES = ['vllm', 'reward', 'worker-gpu'] as const
const REWARD_SERVER_URL = 'http://reward:8000'
const STAND_IN = 'cges-engine-vllm:simulated'

const Server = z.object({
  deploy: z.object({
    resources: z.object({
      reservations: z.object({ devices: z.array(z.object({ driver: z.string(), device_ids: z.array(z.string()) })) }),
    }),
  }),
})
const Config = z.object({
  services: z.object({
    vllm: Server,
    reward: Server,
    'worker-gpu': z.object({ environment: z.record(z.string(), z.string().nullable()) }),
  }),
})

/** The profiles `gpu` and `reward`: as they are written, and up with a simulator in place of vLLM. */
export function rewardSteps(context: Context): Step[] {
  return [
    {
      name: 'profiles gpu and reward, as written',
      expected: 'vLLM on one GPU, a reward model on another, and a worker that is told of both',
      attempt: () => asWritten(context),
    },
    {
      name: 'profiles gpu and reward, simulated',
      expected: 'up under vLLM’s command lines; an evaluation with confidence=rm done, nothing lost',
      attempt: () => simulated(context),
    },
  ]
}

async function asWritten({ project }: Context): Promise<string> {
  const { services } = Config.parse(await project.config({ profiles: PROFILES, env: { REWARD_SERVER_URL } }))
  const gpus = [services.vllm, services.reward].map(({ deploy }) => deploy.resources.reservations.devices)
  const said = gpus.map((of) => of.map(({ driver, device_ids }) => `${driver} ${device_ids.join(' and ')}`).join(', '))
  if (new Set(said).size !== 2) throw new Error(`both servers are on ${said[0]}`)
  const url = services['worker-gpu'].environment['REWARD_SERVER_URL']
  if (url !== REWARD_SERVER_URL) throw new Error(`the worker asks ${url} for rewards`)
  return `the model on ${said[0]}, the reward model on ${said[1]}, asked at ${url}`
}

async function simulated(context: Context): Promise<string> {
  const { docker, project, fleet, release } = context
  await makeVllm(docker, imageOf('vllm-sim', release.version), STAND_IN)
  const standIn = { profiles: PROFILES, env: { REWARD_SERVER_URL }, images: { vllm: STAND_IN, reward: STAND_IN } }
  project.enable(standIn)
  try {
    await project.up()
    const up = (await project.containers()).filter(({ Service }) => SERVICES.some((name) => name === Service))
    if (up.length !== SERVICES.length) throw new Error(`up: ${up.map(({ Service }) => Service).join(', ')}`)
    const id = await fleet.submit({ pool: 'gpu', methods: ['cges:confidence=rm,gamma=0.99@8', 'sc@8'], questions: 20 })
    return await unharmed(context, id, { digest: '' })
  } finally {
    await project.disable(...SERVICES)
  }
}
