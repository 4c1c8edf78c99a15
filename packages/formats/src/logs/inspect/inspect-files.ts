import { counted } from '@cges-fleet/core'
import { type ArchiveMember, type DataFile, InputError } from '../../files/data-file.js'
import { LONGEST_LINE, tooLong } from '../../files/file-rows.js'
import { parseJson } from '../../lines/json-lines.js'

/** One sample of an Inspect log as text, and its position. */
interface InspectSampleText {
  readonly text: string
  readonly place: string
  readonly header: InspectHeader
}

/** The log's header for all its samples, if it came before the sample. */
export interface InspectHeader {
  readonly eval?: unknown
  readonly plan?: unknown
  readonly status?: unknown
  readonly results?: unknown
  readonly error?: unknown
}

const HEADER: readonly string[] = ['eval', 'plan', 'status', 'results', 'error'] satisfies (keyof InspectHeader)[]

/** Yields the samples of an Inspect `.json` log one by one, holding the largest in memory. */
export async function* readInspectJson(
  file: DataFile,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<InspectSampleText> {
  const splitter = new JsonObjectSplitter('samples')
  let header: InspectHeader = {}
  let samples = 0
  for await (const chunk of file.text(onBytes)) {
    for (const part of splitter.push(chunk)) {
      if (part.kind === 'element') {
        samples += 1
        yield { text: part.text, place: `samples[${samples - 1}]`, header }
      } else if (HEADER.includes(part.key)) {
        header = { ...header, [part.key]: parsed(file, part.text) }
      }
    }
    if (splitter.held > LONGEST_LINE) throw new InputError(tooLong(`${file.name}, samples[${samples}]`))
  }
  if (!splitter.isComplete)
    throw new InputError(`${file.name} ends in the middle, after ${counted(samples, 'sample')}: it was cut off`)
}

/** Yields the samples of an Inspect `.eval` archive one by one; of members with the same name the last counts. */
export async function* readInspectArchive(
  file: DataFile,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<InspectSampleText> {
  const { members: all, close } = await file.archive()
  try {
    const members = new Map(all.map((member) => [member.name, member]))
    const end = members.get('header.json')
    const start = end ?? members.get('_journal/start.json')
    const json = start === undefined ? null : parsed(file, await memberText(file, start))
    // The header is written at the end of a run.
    const status = end === undefined ? { status: 'started' } : {}
    const header: InspectHeader = { ...(typeof json === 'object' ? json : {}), ...status }
    const samples = [...members].filter(([name]) => name.startsWith('samples/') && name.endsWith('.json'))
    // Everything but samples is quick to read: the samples stand for the whole file.
    const weight = file.textSize / samples.reduce((sum, [, { packedSize }]) => sum + packedSize, 1)
    for (const [name, member] of samples) {
      yield { text: await memberText(file, member), place: name, header }
      onBytes(member.packedSize * weight)
    }
  } finally {
    close()
  }
}

async function memberText(file: DataFile, { name, size, text }: ArchiveMember): Promise<string> {
  if (size > LONGEST_LINE) throw new InputError(tooLong(`${file.name}, ${name}`))
  return text()
}

function parsed(file: DataFile, text: string): unknown {
  const json = parseJson(text)
  if (!json.ok) throw new InputError(`${file.name}: its header is ${json.problem}`)
  return json.value
}

/** One part of a large JSON object: a whole member, or one element of the array that is split. */
export type JsonPart =
  | { readonly kind: 'member'; readonly key: string; readonly text: string }
  | { readonly kind: 'element'; readonly text: string }

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, COMMA, COLON] = '"\\{}[],:'
  .split('')
  .map((each) => each.charCodeAt(0))

/**
 * Splits a streamed JSON object: every member as text, and the array under `apart` element by element, so that a log of
 * any size is read in the memory of its largest sample. The texts are not validated: their parser does that.
 */
export class JsonObjectSplitter {
  /** What earlier chunks hold of the part that is open; joined once, when it ends. */
  #parts: string[] = []
  #length = 0
  #chunk = ''
  #at = 0
  /** Where the open part starts in this chunk; 0 if it started in an earlier one. */
  #start = -1
  #depth = 0
  #inString = false
  #escaped = false
  #key: string | null = null
  #apart = false

  constructor(private readonly apart: string) {}

  /** Takes more text and yields the parts it completes. */
  *push(chunk: string): Generator<JsonPart> {
    this.#chunk = chunk
    for (this.#at = 0; this.#at < chunk.length; this.#at += 1) {
      const part = this.#step(chunk.charCodeAt(this.#at))
      if (part !== null) yield part
    }
    if (this.#start < 0) return
    this.#parts.push(chunk.slice(this.#start))
    this.#length += chunk.length - this.#start
    this.#start = 0
  }

  /** How many characters of a part that is not complete yet are held. */
  get held(): number {
    return this.#length
  }

  /** Whether the object was closed: a truncated file leaves it open. */
  get isComplete(): boolean {
    return this.#depth === 0 && !this.#inString && this.#key === null
  }

  #step(code: number): JsonPart | null {
    if (this.#inString) {
      this.#inText(code)
      return null
    }
    const level = this.#apart ? 2 : 1
    if (code > 32 && this.#depth === level && this.#start < 0 && !this.#isMark(code)) this.#start = this.#at
    switch (code) {
      case QUOTE:
        this.#inString = true
        return null
      case OPEN_BRACE:
      case OPEN_BRACKET:
        return this.#open(code)
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        return this.#close()
      case COMMA:
        return this.#depth === level ? this.#end(this.#at) : null
      case COLON:
        if (this.#depth === 1 && this.#key === null) this.#takeKey()
        return null
      default:
        return null
    }
  }

  #inText(code: number): void {
    if (this.#escaped) this.#escaped = false
    else if (code === BACKSLASH) this.#escaped = true
    else if (code === QUOTE) this.#inString = false
  }

  #isMark(code: number): boolean {
    return code === COMMA || code === COLON || code === CLOSE_BRACE || code === CLOSE_BRACKET
  }

  #open(code: number): null {
    if (this.#depth === 1 && this.#key === this.apart && code === OPEN_BRACKET) {
      this.#apart = true
      this.#start = -1
      this.#parts = []
      this.#length = 0
    }
    this.#depth += 1
    return null
  }

  #close(): JsonPart | null {
    const level = this.#apart ? 2 : 1
    const part = this.#depth === level ? this.#end(this.#at) : null
    this.#depth -= 1
    if (this.#apart && this.#depth === 1) {
      this.#apart = false
      this.#key = null
    }
    return part
  }

  #end(at: number): JsonPart | null {
    if (this.#start < 0) return null
    const text = this.#take(at)
    if (this.#apart) return { kind: 'element', text }
    const key = this.#key
    this.#key = null
    return key === null ? null : { kind: 'member', key, text }
  }

  #takeKey(): void {
    this.#key = this.#take(this.#at).slice(1, -1)
  }

  /** The open part up to a place in this chunk. */
  #take(at: number): string {
    const text = [...this.#parts, this.#chunk.slice(Math.max(0, this.#start), at)].join('').trim()
    this.#parts = []
    this.#length = 0
    this.#start = -1
    return text
  }
}
