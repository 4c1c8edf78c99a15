// What model servers were reported to send.

interface SeededRequest {
  readonly seed: number
  /** How often this seed was asked for with this behaviour, from 1. */
  readonly attempt: number
}

/** A response: pieces of an event stream as they are written, or a whole body. */
export type Reply =
  | { readonly pieces: readonly (string | Buffer)[]; readonly cut?: true; readonly everyMs?: number }
  | { readonly status: number; readonly body: unknown }

type Behaviour = (request: SeededRequest) => Reply

export const REPORTED_MODEL = 'reported-model'
const DONE = 'data: [DONE]\n\n'

const event = (data: unknown, lineEnd = '\n') =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}${lineEnd}${lineEnd}`

/** The tokens of a text: its words, each with the blank before it. */
const tokensOf = (text: string) => text.match(/\s?\S+|\s/g) ?? []

const textOf = ({ seed }: SeededRequest) => `We work it out step by step (${seed}). The answer is 12.`

function entry(token: string, logprob: unknown = -0.1, withTop = true): object {
  const entry = { token, logprob, bytes: [...Buffer.from(token)] }
  return withTop ? { ...entry, top_logprobs: [entry] } : entry
}

function choiceOf(delta: unknown, entries: readonly object[] | null, fields: object = {}): object {
  return { index: 0, delta, logprobs: entries === null ? null : { content: entries }, finish_reason: null, ...fields }
}

const chunk = (choices: unknown, fields: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: REPORTED_MODEL,
  choices,
  ...fields,
})

const says = (token: string, entries: readonly object[] | null = [entry(token)], fields: object = {}) =>
  chunk([choiceOf({ content: token }, entries)], fields)

const saysOther = (token: string) => chunk([choiceOf({ content: token }, [entry(token)], { index: 1 })])

const endOf = (reason: unknown, fields: object = {}) => chunk([choiceOf({}, [], { finish_reason: reason })], fields)

const usageOf = (count: number, choices: unknown = []) =>
  chunk(choices, { usage: { prompt_tokens: 20, completion_tokens: count, total_tokens: 20 + count } })

/** A text as the events of its tokens. */
const spoken = (text: string, toChunk: (token: string, place: number) => object = (token) => says(token)) =>
  tokensOf(text).map((token, place) => event(toChunk(token, place)))

const closing = (count: number, reason = 'stop') => [event(endOf(reason)), event(usageOf(count)), DONE]

/** A text token by token, and an end in good order. */
function said(text: string, toChunk?: (token: string, place: number) => object, reason?: string): Reply {
  const tokens = spoken(text, toChunk)
  return { pieces: [...tokens, ...closing(tokens.length, reason)] }
}

const withLogprob =
  (logprob: unknown): Behaviour =>
  (request) =>
    said(textOf(request), (token, place) => says(token, [entry(token, place === 3 ? logprob : -0.1)]))

/** JSON as Python writes it, with numbers that JSON has none for. */
const inPython = (reply: Reply, number: string): Reply =>
  'pieces' in reply ? { pieces: reply.pieces.map((piece) => String(piece).replaceAll('"NUMBER"', number)) } : reply

const thinking = (field: (token: string) => object): Behaviour => {
  const thought = tokensOf('Maybe 7. No, it is 12.')
  return (request) => {
    const words = spoken(textOf(request))
    const thoughts = thought.map((token) => event(chunk([choiceOf(field(token), [entry(token)])])))
    return { pieces: [...thoughts, ...words, ...closing(thoughts.length + words.length)] }
  }
}

/** Goes wrong at first, then answers in good order. */
const atFirst =
  (wrong: Behaviour, times = 1): Behaviour =>
  (request) =>
    request.attempt > times ? said(textOf(request)) : wrong(request)

const withUsage =
  (count: number): Behaviour =>
  (request) => ({ pieces: [...spoken(textOf(request)), ...closing(count)] })

const error = { message: 'EngineCore encountered an issue', type: 'InternalServerError', code: 500 }

export const REPORTED_BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  plain: (request) => said(textOf(request)),
  neginf: (request) => inPython(withLogprob('NUMBER')(request), '-Infinity'),
  minus9999: withLogprob(-9999),
  nanlp: (request) => inPython(withLogprob('NUMBER')(request), 'NaN'),
  nulllp: withLogprob(null),
  posinf: withLogprob(0.003),
  nologprobs: (request) => said(textOf(request), (token) => says(token, null)),
  notop: (request) => said(textOf(request), (token) => says(token, [entry(token, -0.1, false)])),
  empty: () => ({ pieces: [event(chunk([choiceOf({ role: 'assistant', content: '' }, null)])), ...closing(0)] }),
  reasoning: thinking((reasoning) => ({ reasoning })),
  reasoncontent: thinking((reasoning) => ({ reasoning_content: reasoning })),
  reasonboth: thinking((reasoning) => ({ reasoning, reasoning_content: reasoning })),
  reasononly: (request) =>
    said(`So the total (${request.seed}) is 12. The answer is 12.`, (token) =>
      chunk([choiceOf({ reasoning: token }, [entry(token)])]),
    ),
  toolcall: () => {
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'calc', arguments: '{"x":"3*4"}' } }
    const delta = { role: 'assistant', content: null, tool_calls: [call] }
    return { pieces: [event(chunk([choiceOf(delta, [entry('calc')])])), ...closing(1, 'tool_calls')] }
  },
  abort: atFirst(() => said('We get 7 at first', undefined, 'abort')),
  noresource: () => said('First 3 times 4 gives', undefined, 'insufficient_system_resource'),
  usagenull: (request) => ({
    pieces: [
      ...spoken(textOf(request), (token) => says(token, undefined, { usage: null })),
      event(endOf('stop', { usage: null })),
      DONE,
    ],
  }),
  usageempty: (request) => ({
    pieces: [
      ...spoken(textOf(request), (token) => says(token, undefined, { usage: {} })),
      event(endOf('stop', { usage: {} })),
      DONE,
    ],
  }),
  choicesnull: (request) => {
    const words = spoken(textOf(request))
    return { pieces: [...words, event(endOf('stop')), event(usageOf(words.length, null)), DONE] }
  },
  deltanull: (request) => {
    const words = spoken(textOf(request))
    const end = chunk([choiceOf(null, [], { finish_reason: 'stop' })])
    return { pieces: [...words, event(end), event(usageOf(words.length)), DONE] }
  },
  multichoice: (request) => {
    const choices = tokensOf(textOf(request)).map((token) => choiceOf({ content: token }, [entry(token)]))
    const pairs = choices.flatMap((_, at) => (at % 2 === 0 ? [event(chunk(choices.slice(at, at + 2)))] : []))
    return { pieces: [...pairs, ...closing(choices.length)] }
  },
  otherindex: () => {
    const [one, two] = [spoken('The answer is 12.'), spoken('The answer is 99.', saysOther)]
    return { pieces: [...one.flatMap((piece, at) => [piece, two[at] ?? '']), ...closing(one.length)] }
  },
  err200: atFirst(() => ({ pieces: [event(says('We')), event({ error }), DONE] })),
  errchoices: atFirst(() => ({
    pieces: [event(chunk([], { error: { code: 502, message: 'request limit reached (33/32)' } })), DONE],
  })),
  objerror: atFirst(() => ({
    pieces: [
      event(says('We')),
      event({ object: 'error', message: 'out of memory', type: 'BadRequestError', param: null, code: 400 }),
      DONE,
    ],
  })),
  keepalive: (request) => {
    const words = spoken(textOf(request)).flatMap((piece) => [': ka\n\n', piece])
    const ping = 'event: ping\ndata: {"type":"ping"}\n\n'
    return { pieces: [': keep-alive\n\n', ping, ...words, ...closing(words.length / 2)] }
  },
  crlf: (request) => {
    const words = tokensOf(textOf(request)).map((token) => event(says(token), '\r\n'))
    const rest = [endOf('stop'), usageOf(words.length), '[DONE]'].map((data) => event(data, '\r\n'))
    return { pieces: [...words, ...rest] }
  },
  utf8cut: (request) => {
    const text = `Also ist es √144 = 12 🎉 (${request.seed}). The answer is 12.`
    const bytes = Buffer.from(event(says(text, [entry(text)])))
    const cut = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7))
    return { pieces: [...cut, ...closing(1)] }
  },
  dupdone: (request) => {
    const words = spoken(textOf(request))
    return { pieces: [...words, ...closing(words.length), DONE, event('[DONE] ')] }
  },
  usagefirst: (request) => {
    const words = spoken(textOf(request))
    return { pieces: [event(usageOf(words.length)), ...words, event(endOf('stop')), DONE] }
  },
  usageoff: (request) => {
    const words = spoken(textOf(request))
    return { pieces: [...words, ...closing(words.length + 1)] }
  },
  longline: (request) => {
    const text = `${'x'.repeat(3_000_000)} (${request.seed}) The answer is 12.`
    return { pieces: [event(says(text, [entry('x')])), ...closing(1)] }
  },
  same: () =>
    said('Three groups of four are four and four and four, which makes eight and then twelve. The answer is 12.'),
  nonstream: (request) => {
    const text = textOf(request)
    const entries = tokensOf(text).map((token) => entry(token))
    const message = { role: 'assistant', content: text }
    const choices = [{ index: 0, message, logprobs: { content: entries }, finish_reason: 'stop' }]
    const usage = { prompt_tokens: 20, completion_tokens: entries.length, total_tokens: 20 + entries.length }
    return { status: 200, body: { id: 'c', object: 'chat.completion', model: REPORTED_MODEL, choices, usage } }
  },
  repetition: ({ seed }) => said(`ha ha ha (${seed}) ha ha ha 5 5 5`, undefined, 'repetition'),
  nofinish: atFirst(() => ({ pieces: [...spoken('First 3 times 4 gives'), DONE] })),
  cutsocket: atFirst(() => ({ pieces: spoken('First 3 times'), cut: true })),
  think: ({ seed }) => said(`<think>Perhaps (${seed}) the answer is 7.</think>\n\nThe answer is 12.`),
  status429: atFirst(() => ({ status: 429, body: { error: { message: 'rate limited' } } }), 2),
  contentlist: (request) =>
    said(textOf(request), (token) => chunk([choiceOf({ content: [{ type: 'text', text: token }] }, [entry(token)])])),
  finishempty: (request) =>
    said(textOf(request), (token) => chunk([choiceOf({ content: token }, [entry(token)], { finish_reason: '' })])),
  // Not reported: what a broken server might count, and one that ignores its token limit.
  negativeusage: withUsage(-47_529_916),
  hugeusage: withUsage(2_000_000_000),
  hugerusage: withUsage(3_000_000_000),
  nolimit: () => said('word '.repeat(6000)),
  slow: (request) => ({ ...said(textOf(request)), everyMs: 120 }),
}
