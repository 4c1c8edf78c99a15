import { toolCallsKey } from '@cges-fleet/formats'
import OpenAI, { APIError } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { NEEDS, ONE_SLOT, PYTHON, type RealLlama, report, startLlama, TOOLS } from './start-llama.js'

const BUDGET = 8
const LONG = { timeout: 1_800_000 }
const PLACES = ['Rome', 'Paris', 'Oslo']

const properties = { city: { type: 'string', enum: PLACES }, days: { type: 'integer', minimum: 1, maximum: 3 } }
const weather = {
  type: 'function' as const,
  function: { name: 'weather', parameters: { type: 'object', properties, required: ['city', 'days'] } },
}

type Message = OpenAI.ChatCompletionMessageParam

const question = (city: string, days: number): Message => ({
  role: 'user',
  content: `What will the weather be in ${city} for ${days} days?`,
})

/** A base model goes on as the conversation before it does. */
function conversation(): Message[] {
  const calls = [['Rome', 2] as const, ['Paris', 1] as const, ['Rome', 3] as const]
  const shown = calls.flatMap(([city, days], n): Message[] => {
    const called = { name: 'weather', arguments: JSON.stringify({ city, days }) }
    return [
      question(city, days),
      { role: 'assistant', content: null, tool_calls: [{ id: `call_${n}`, type: 'function', function: called }] },
      { role: 'tool', content: 'sunny', tool_call_id: `call_${n}` },
    ]
  })
  return [...shown, question('Oslo', 2)]
}

interface Vote {
  readonly answer: string | null
  readonly digest: string
  readonly votes: readonly { readonly answer: string; readonly votes: number }[]
  readonly samples: readonly { readonly outcome: string; readonly answer: string | null }[]
}

const voteIn = (completion: object) => (completion as { readonly cges: Vote }).cges

const asked = (more: object = {}) => ({
  model: `test@sc@${BUDGET}`,
  messages: conversation(),
  tools: [weather],
  tool_choice: 'required' as const,
  max_tokens: 60,
  seed: 7,
  cges: { samples: true },
  ...more,
})

describe.skipIf(PYTHON === undefined)(`functions that a pretrained model calls, on llama.cpp (${NEEDS})`, () => {
  let server: RealLlama
  let fleet: TestFleet
  let openai: OpenAI

  const clientOf = async (settings: Readonly<Record<string, string>>) => {
    const { listening } = await fleet.startGateway(settings)
    return new OpenAI({ baseURL: `${listening}/v1`, apiKey: 'none', maxRetries: 0, timeout: 1_200_000 })
  }

  beforeAll(async () => {
    server = await startLlama({ context: 1024, options: [...ONE_SLOT, ...TOOLS] })
    fleet = await TestFleet.start({ redis: null, workers: 0, concurrency: 1 })
    await fleet.startWorker({ MODEL_SERVER_URL: server.url })
    openai = await clientOf({})
  }, 600_000)

  afterAll(async () => {
    await fleet?.stop()
    await server?.kill()
  })

  it('are voted on as canonical JSON, whole and as a stream; those that are cut do not vote', LONG, async () => {
    const began = performance.now()
    const whole = await openai.chat.completions.create(asked())
    const { answer, votes, samples, digest } = voteIn(whole)
    const voted = samples.filter(({ outcome }) => outcome === 'answer')
    const seconds = Math.round((performance.now() - began) / 1000)
    const cut = samples.filter(({ outcome }) => outcome === 'truncated').length
    report(`functions called in ${BUDGET} replies`, `${voted.length} voted, ${cut} were cut; ${seconds} s`)
    expect(voted.length + cut).toBe(BUDGET)
    expect(voted.length).toBeGreaterThan(0)
    expect(votes.reduce((sum, one) => sum + one.votes, 0)).toBe(voted.length)
    for (const { answer: key } of voted) {
      const calls = JSON.parse(key ?? '') as { name: string; arguments: { city: string; days: number } }[]
      for (const call of calls) expect([call.name, PLACES.includes(call.arguments.city)]).toEqual(['weather', true])
      expect(key).toBe(toolCallsKey(calls.map((call) => ({ ...call, arguments: JSON.stringify(call.arguments) }))))
    }
    const [choice] = whole.choices
    const called = choice?.message.tool_calls?.flatMap((one) => (one.type === 'function' ? one.function : [])) ?? []
    expect([choice?.finish_reason, toolCallsKey(called)]).toEqual(['tool_calls', answer])
    const streamed = await openai.chat.completions.stream(asked()).finalChatCompletion()
    const again = streamed.choices[0]?.message.tool_calls?.map((one) => one.function)
    expect(again).toMatchObject(called)
    report('the same as a stream', voteIn(streamed).digest === digest ? 'the same digest' : 'another digest')
    expect(voteIn(streamed).digest).toBe(digest)
  })

  it('are no answer before their arguments are JSON', LONG, async () => {
    const more = { model: 'test@sc@2', max_tokens: 14, cges: { noAnswer: 'error' } }
    const refused: unknown = await openai.chat.completions.create(asked(more)).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 422, code: 'no_answer' })
  })

  it('are refused by a gateway that takes none', LONG, async () => {
    const refusing = await clientOf({ TOOL_CALLS: 'refuse' })
    const error: unknown = await refusing.chat.completions.create(asked()).catch((cause: unknown) => cause)
    expect(error instanceof APIError ? [error.status, error.param] : error).toEqual([400, 'tools'])
  })
})
