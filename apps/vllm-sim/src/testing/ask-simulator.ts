import { z } from 'zod'

const Delta = z.object({
  delta: z.object({ role: z.string().optional(), content: z.string() }),
  logprobs: z.object({ content: z.array(z.object({ token: z.string(), logprob: z.number() })) }).nullable(),
  finish_reason: z.string().nullable(),
  token_ids: z.array(z.int()).optional(),
})

const Event = z.object({
  id: z.string(),
  choices: z.array(Delta),
  prompt_token_ids: z.array(z.int()).optional(),
  usage: z.object({ prompt_tokens: z.int(), total_tokens: z.int(), completion_tokens: z.int() }).optional(),
})
type Event = z.infer<typeof Event>

/** A request with everything a worker sends; changes are merged into it. */
export function chatBody(prompt: string, changes: object = {}): Record<string, unknown> {
  return {
    model: 'm',
    messages: [{ role: 'user', content: prompt }],
    seed: 5120,
    temperature: 0.7,
    top_p: 0.95,
    max_completion_tokens: 8192,
    logprobs: true,
    top_logprobs: 0,
    return_token_ids: true,
    stream: true,
    stream_options: { include_usage: true },
    ...changes,
  }
}

/** Posts a chat completion as any HTTP client would. */
export function post(url: string, body: unknown, signal: AbortSignal | null = null): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
    signal,
  })
}

/** Posts a streaming request and returns its events, after checking that the stream ends as vLLM's does. */
export async function events(url: string, body: unknown): Promise<Event[]> {
  const text = await (await post(url, body)).text()
  const data = text.split('\n\n').map((line) => line.replace(/^data: /, ''))
  if (data.pop() !== '' || data.pop() !== '[DONE]') throw new Error(`no end mark in ${text.slice(-200)}`)
  return data.map((line) => Event.parse(JSON.parse(line)))
}

/** Returns one number of /metrics by its exact name. */
export async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((candidate) => candidate.startsWith(`vllm:${name}{`))
  return Number(line?.split(' ').at(-1))
}

interface Entry {
  readonly token: string
  readonly logprob: number
}

/** What these tests use of an answer. */
export interface Answered {
  readonly choices: {
    readonly index: number
    readonly text: string
    readonly message: { readonly content: string | null; readonly reasoning: string | null }
    readonly finish_reason: string
    readonly stop_reason: string | null
    readonly token_ids: number[]
    readonly logprobs: {
      readonly content: (Entry & { readonly top_logprobs: Entry[] })[]
      readonly tokens: string[]
      readonly token_logprobs: number[]
      readonly text_offset: number[]
      readonly top_logprobs: Record<string, number>[]
    }
  }[]
  readonly usage: { readonly completion_tokens: number }
  readonly data: { readonly data: number[][] }[]
}

/** Posts a body to any path and parses the JSON response; tests assert on it. */
export async function ask(url: string, path: string, body: object): Promise<{ status: number; body: Answered }> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as Answered }
}
