import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { breakStream, isBreaking } from './faults/break-stream.js'
import type { Fault } from './faults/fault.js'
import { EngineStats } from './metrics/engine-stats.js'
import { decodeMs, loadFactor, prefillMs, spansOf } from './pace.js'
import { PrefixCache } from './prefix-cache.js'
import { chatWire } from './protocol/chat-wire.js'
import { type Choice, cutChoice, type FinishReason, type Span } from './protocol/choice.js'
import type { Reply, Wire } from './protocol/reply.js'
import { textWire } from './protocol/text-wire.js'
import { type Room, type Running, Scheduler } from './scheduler.js'

/** One reply on its way out. */
interface Play {
  readonly response: ServerResponse
  readonly reply: Reply
  readonly wire: Wire
  readonly fault: Fault | null
  /** Fires when the reader has gone. */
  readonly gone: AbortSignal
  /** Fires then, and when the server ends. */
  readonly stop: AbortSignal
  readonly askedAt: number
  readonly timeScale: number
  /** Choices that are still being written. */
  left: number
}

export interface Pace {
  /** 1 is a realistic pace, 0 instant. */
  readonly timeScale: number
  /** How many times longer a token takes with all slots in use than alone. */
  readonly fullLoadFactor: number
}

/** Plays answers at a model's pace, so many at a time, and counts what it did. */
export class Engine {
  readonly #scheduler: Scheduler
  readonly #prefixes = new PrefixCache()
  readonly #ending = new AbortController()
  readonly stats = new EngineStats()

  constructor(
    readonly room: Room,
    private readonly pace: Pace,
  ) {
    this.#scheduler = new Scheduler(room)
  }

  /** How many choices run and wait, what of the cache they use, and how often one was preempted. */
  get load(): Pick<Scheduler, 'running' | 'waiting' | 'cacheUsage' | 'preemptions'> {
    return this.#scheduler
  }

  get prefixes(): PrefixCache['counts'] {
    return this.#prefixes.counts
  }

  /** Ends every answer where it stands, as a server does that is told to stop: with the finish reason `abort`. */
  abortAll(): void {
    this.#ending.abort()
  }

  /**
   * Writes a reply, each choice when a slot is free and at its pace; stops at once and frees its slots when the
   * reader has gone. Returns how the first choice ended, null where nobody was there any more.
   */
  async play(response: ServerResponse, reply: Reply, fault: Fault | null = null): Promise<FinishReason | null> {
    const away = new AbortController()
    response.once('close', () => response.writableFinished || away.abort())
    if (response.destroyed) return null
    const gone = away.signal
    const stop = AbortSignal.any([gone, this.#ending.signal])
    const wire = reply.request.endpoint === 'chat' ? chatWire : textWire
    const timeScale = this.pace.timeScale * (fault?.kind === 'slow' ? fault.times : 1)
    const askedAt = performance.now()
    const left = reply.choices.length
    const play: Play = { response, reply, wire, fault, gone, stop, askedAt, timeScale, left }
    this.stats.asked(left, reply.request.wanted[0]?.ask.maxTokens ?? 0)
    const choices = await Promise.all(reply.choices.map((choice) => this.#inSlot(play, choice)))
    const ended = choices.filter((choice) => choice !== null)
    if (gone.aborted || ended.length < choices.length) return null
    if (!reply.request.stream) {
      const whole = wire.whole({ ...reply, choices: ended })
      response.writeHead(200, { 'content-type': 'application/json' }).end(whole)
    }
    return ended[0]?.finish ?? null
  }

  /** Plays one choice in a slot of its own; null where its reader has gone. */
  async #inSlot(play: Play, choice: Choice): Promise<Choice | null> {
    const { stop, gone, reply } = play
    const running = await this.#scheduler.acquire(stop, choice.promptTokenIds.length, reply.request.priority)
    try {
      if (gone.aborted) throw new Error('the reader has gone')
      return await this.#play(play, choice, running)
    } catch (error) {
      if (!gone.aborted) throw error
      this.stats.finished.abort += 1
      return null
    } finally {
      if (running !== null) this.#scheduler.release(running)
    }
  }

  /** `running` is null where the server ends before the choice has begun. */
  async #play(play: Play, choice: Choice, running: Running | null): Promise<Choice | null> {
    const { stop, timeScale, reply, askedAt } = play
    const startedAt = performance.now()
    const cached = this.#prefixes.read(choice.promptTokenIds)
    const promptTokens = choice.promptTokenIds.length
    this.stats.promptTokens += promptTokens
    this.stats.cachedPromptTokens += cached
    await this.#wait(prefillMs(promptTokens - cached, timeScale), stop)
    const firstTokenAt = performance.now()
    const ended = await (reply.request.stream
      ? this.#stream(play, choice, running)
      : this.#think(play, choice, running))
    if (ended === null) return null
    const endedAt = performance.now()
    const tokens = ended.tokens.length
    this.stats.ended(ended.finish, { askedAt, startedAt, firstTokenAt, endedAt, promptTokens, tokens })
    return ended
  }

  /** Takes the time an answer takes that is sent as a whole; cut short, it is sent as an abort. */
  async #think(play: Play, choice: Choice, running: Running | null): Promise<Choice> {
    for (const span of spansOf(choice.tokens.length, play.timeScale)) await this.#decode(play, span, running)
    const ended = play.stop.aborted ? abortedAt(choice, 0) : choice
    if (play.gone.aborted) throw new Error('the reader has gone')
    this.stats.generationTokens += ended.tokens.length
    return ended
  }

  async #stream(play: Play, choice: Choice, running: Running | null): Promise<Choice | null> {
    const { response, reply, wire, fault, stop, gone } = play
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    const breaksAt = isBreaking(fault) ? fault.afterTokens : Infinity
    let text = wire.open(reply, choice)
    for (const span of spansOf(Math.min(choice.tokens.length, breaksAt), play.timeScale)) {
      await this.#decode(play, span, running)
      if (gone.aborted) throw new Error('the reader has gone')
      if (stop.aborted) return this.#end(play, abortedAt(choice, span.from), { before: text, from: span.from })
      this.stats.generationTokens += span.to - span.from
      if (span.to >= choice.tokens.length) return this.#end(play, choice, { before: text, from: span.from })
      response.write(text + (span.to > span.from ? wire.delta(reply, choice, span) : ''))
      text = ''
    }
    if (isBreaking(fault)) await breakStream(response, fault, gone)
    return null
  }

  /** Writes the last event of a choice and, behind the last choice, the events that close the stream. */
  #end(play: Play, choice: Choice, { before, from }: { before: string; from: number }): Choice {
    const { response, reply, wire, fault } = play
    const text = before + wire.delta(reply, choice, { from, to: choice.tokens.length })
    play.left -= 1
    if (play.left > 0) response.write(text)
    else response.end(text + wire.end(reply, fault?.kind !== 'no-done'))
    return choice
  }

  /** Takes the time some tokens take; preempted meanwhile, it waits for room, reads again what there was and writes them then. */
  async #decode({ stop, timeScale }: Play, span: Span, running: Running | null): Promise<void> {
    if (running === null) return
    const { slots } = this.room
    for (;;) {
      const load = loadFactor(this.#scheduler.running, { slots, full: this.pace.fullLoadFactor })
      await this.#wait(decodeMs(span, timeScale * load), stop)
      if (stop.aborted || this.#scheduler.grow(running, span.to - span.from)) return
      if (await running.comeback) await this.#wait(prefillMs(running.tokens, timeScale), stop)
    }
  }

  /** Waits, or less where it is to stop. */
  async #wait(ms: number, stop: AbortSignal): Promise<void> {
    if (ms > 0 && !stop.aborted) await sleep(ms, undefined, { signal: stop }).catch(() => undefined)
  }
}

function abortedAt(choice: Choice, tokens: number): Choice {
  return { ...cutChoice(choice, tokens), finish: 'abort', stopReason: null }
}
