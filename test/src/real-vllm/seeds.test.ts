import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { report } from './page.js'
import { HAS_SERVER, IS_LOCAL_SERVER, NEEDS, type ServersOfSuite, serversOfSuite } from './start-vllm.js'

const SEEDS = 32

describe.skipIf(!HAS_SERVER)(`a seed (${NEEDS})`, () => {
  let servers: ServersOfSuite

  beforeAll(async () => {
    servers = await serversOfSuite(1)
  }, 900_000)

  afterAll(() => servers?.stop())

  async function draw(seed: number): Promise<string> {
    const content = 'A counter modulo 10 shows 9. Hugo -1, Kira -1, Leo x3, Mina +4. What does it show last?'
    const response = await fetch(`${servers.urls[0]}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: servers.model,
        messages: [{ role: 'user', content }],
        seed,
        temperature: 0.7,
        top_p: 0.95,
        max_completion_tokens: 200,
      }),
    })
    const { choices } = (await response.json()) as { choices: { message: { content: string } }[] }
    return choices[0]?.message.content ?? ''
  }

  it('gives the same text alone and among others', { timeout: 900_000 }, async () => {
    const alone: string[] = []
    for (let seed = 0; seed < SEEDS; seed += 1) alone.push(await draw(seed))
    const batched = await Promise.all(alone.map((_, seed) => draw(seed)))
    const same = alone.filter((text, seed) => text === batched[seed]).length
    report('the same seed alone and among 32', `${same} of ${SEEDS} texts equal`)
    expect(new Set(alone).size).toBeGreaterThan(SEEDS / 4)
    // Batches change the order of sums: a text may part where two tokens are as likely to 1e-6, in 16 bits far more often.
    if (IS_LOCAL_SERVER) expect(same).toBeGreaterThanOrEqual(SEEDS - 1)
  })
})
