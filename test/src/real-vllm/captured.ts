/** One answer as its stream spelt it, read here by other code than the worker's. */
export interface Captured {
  readonly text: string
  /** What came apart as thinking; empty if none did. */
  readonly reasoning: string
  readonly logprobs: readonly number[]
  readonly finish: string
}

/** Reads a captured stream of chat chunks: latin-1 text of its bytes. */
export function readCaptured(stream: string): Captured {
  const chunks = Buffer.from(stream, 'latin1')
    .toString('utf8')
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Chunk)
  const choices = chunks.flatMap(({ choices: some }) => some)
  return {
    text: choices.map(({ delta }) => delta.content ?? '').join(''),
    reasoning: choices.map(({ delta }) => delta.reasoning ?? '').join(''),
    logprobs: choices.flatMap(({ logprobs }) => logprobs?.content?.map(({ logprob }) => logprob) ?? []),
    finish: choices.flatMap(({ finish_reason: reason }) => (reason === null ? [] : [reason])).join(),
  }
}

interface Chunk {
  readonly choices: readonly {
    readonly delta: { readonly content?: string | null; readonly reasoning?: string | null }
    readonly logprobs: { readonly content: readonly { readonly logprob: number }[] | null } | null
    readonly finish_reason: string | null
  }[]
}

/** The four confidences of the paper's table, of log-probabilities kept as 32-bit numbers, clamped as CGES reads them. */
export function confidencesOf(logprobs: readonly number[]): Record<string, number> {
  const kept = logprobs.map(Math.fround)
  const chances = kept.map(Math.exp)
  const least = chances.toSorted((a, b) => a - b).slice(0, Math.max(1, Math.floor(kept.length / 10)))
  const last = chances.slice(-Math.max(1, Math.floor(kept.length / 5)))
  return {
    'lns-arith': within(mean(chances)),
    'lns-geom': within(Math.exp(mean(kept))),
    'deepconf-b10': within(mean(least)),
    'deepconf-tail': within(mean(last)),
  }
}

function within(value: number): number {
  return Math.min(1 - 1e-6, Math.max(1e-6, value))
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}

/** The number in the last box of an answer, as its task writes it: one digit. */
export function boxedDigit(text: string): string | null {
  const at = text.lastIndexOf('\\boxed{')
  const digit = at < 0 ? null : /^\\boxed\{(\d)\}/.exec(text.slice(at))
  return digit?.[1] ?? null
}
