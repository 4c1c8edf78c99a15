import { afterEach, expect, it, vi } from 'vitest'
import { slurmCommand } from './slurm-command.js'

afterEach(() => vi.restoreAllMocks())

async function scriptOf(...options: string[]): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const all = ['submit', '--pool', 'gpu', '--model', 'm', '--print', ...options]
  await slurmCommand().parseAsync(all, { from: 'user' })
  const [said] = log.mock.lastCall ?? []
  return String(said)
}

it('passes on what others take: sbatch, vllm serve, and the worker', async () => {
  const options = ['--sbatch=--mem=64G', '--vllm=--max-model-len=8192', '--worker=--endpoint=text']
  const script = await scriptOf(...options, '--worker=--reward-server=http://scorer:8001')
  expect(script).toContain('\n#SBATCH --mem=64G\n')
  expect(script).toMatch(/^vllm serve .* --max-model-len=8192 &$/mu)
  expect(script).toMatch(
    / worker --pool gpu --gpus 1 .* --endpoint=text --reward-server=http:\/\/scorer:8001 --model-server/u,
  )
})

it('asks for the GPUs it is given, and with none leaves that to --sbatch', async () => {
  const two = await scriptOf('--gpus', '2')
  expect(two).toContain('#SBATCH --gres=gpu:2\n')
  expect(two).toMatch(/--tensor-parallel-size 2.*\n.*\n.* --gpus 2 /u)
  const none = await scriptOf('--gpus', '0', '--sbatch=--gpus-per-node=1')
  expect(none).not.toContain('--gres')
  expect(none).not.toContain(' --gpus ')
  expect(none).toContain('#SBATCH --gpus-per-node=1\n')
})
