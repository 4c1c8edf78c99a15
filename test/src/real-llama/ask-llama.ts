import { firstPrompt } from './few-shot.js'

/** What a completion came to. */
export interface Completed {
  readonly text: string
  readonly logprobs: readonly number[]
}

const PLAIN = { max_tokens: 24, temperature: 0.7, top_p: 0.95, top_k: 0, min_p: 0, stop: ['\n'] }

/** Asks for a whole completion of the first prompt, as OpenAI's endpoint gives it. */
export async function completed(url: string, changes: object, signal?: AbortSignal): Promise<Completed> {
  const response = await post(`${url}/v1/completions`, { prompt: firstPrompt(), ...PLAIN, ...changes }, signal)
  const { choices } = await jsonOf<{ choices: Choice[] }>(response)
  return { text: choices[0]?.text ?? '', logprobs: logprobsOf(choices[0]) }
}

/** Asks for the same by llama.cpp's own endpoint. */
export async function nativeCompletion(url: string, changes: object): Promise<Completed> {
  const { max_tokens, ...sampling } = PLAIN
  const body = { prompt: firstPrompt(), ...sampling, n_predict: max_tokens, n_probs: 1, ...changes }
  const answer = await jsonOf<{ content: string; completion_probabilities: { logprob: number }[] }>(
    await post(`${url}/completion`, body),
  )
  return { text: answer.content, logprobs: answer.completion_probabilities.map(({ logprob }) => logprob) }
}

/** One event of a stream, as far as a worker reads it. */
export interface StreamedChunk {
  readonly choices: readonly Choice[]
  readonly usage?: { readonly completion_tokens: number; readonly prompt_tokens: number }
}

interface Choice {
  readonly text: string
  readonly finish_reason?: string | null
  readonly logprobs?: { readonly content?: readonly { readonly logprob: number }[] } | null
}

/** Log-probabilities of a choice, none if it has none. */
export function logprobsOf(choice: Choice | undefined): number[] {
  return choice?.logprobs?.content?.map(({ logprob }) => logprob) ?? []
}

/** Begins a streamed completion of the first prompt, as a worker asks for it. */
export function streamed(url: string, changes: object, signal?: AbortSignal): Promise<Response> {
  const body = { prompt: firstPrompt(), ...PLAIN, logprobs: 1, ...changes }
  return post(`${url}/v1/completions`, { ...body, stream: true, stream_options: { include_usage: true } }, signal)
}

/** Reads a stream to its end: its events, and whether the end mark came last. */
export async function eventsOf(response: Response): Promise<{ chunks: StreamedChunk[]; isEnded: boolean }> {
  const events = (await response.text()).split('\n\n').filter((event) => event.startsWith('data: '))
  const isEnded = events.at(-1) === 'data: [DONE]'
  const chunks = events.slice(0, isEnded ? -1 : undefined)
  return { isEnded, chunks: chunks.map((event) => JSON.parse(event.slice('data: '.length)) as StreamedChunk) }
}

/** Sends a request as it is. */
export function post(url: string, body: object, signal?: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  })
}

async function jsonOf<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Answer
}

/** How many of the server's slots are answering, as it says itself. */
export async function processing(url: string): Promise<number> {
  const slots = (await (await fetch(`${url}/slots`)).json()) as { is_processing: boolean }[]
  return slots.filter(({ is_processing: isBusy }) => isBusy).length
}
