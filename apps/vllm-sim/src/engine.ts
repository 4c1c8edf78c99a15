import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Write } from './answers/responder.js'
import { alterChoice, breakStream, breakWith, isBreaking } from './faults/faulty-answers.js'
import { ColdStart, type EngineDeath, type Fault } from './faults/fault.js'
import { EngineStats } from './metrics/engine-stats.js'
import {
  abortedAt,
  breaksAt,
  decodeMs,
  endChoice,
  loadFactor,
  type Part,
  type Play,
  prefillMs,
  spansOf,
  stagesOf,
  type Turn,
} from './play.js'
import { PrefixCache } from './prefix-cache.js'
import { chatWire } from './protocol/chat-wire.js'
import { type Choice, choiceOf, type FinishReason, isLastPart, type Reply, type Span } from './protocol/reply.js'
import { textWire } from './protocol/text-wire.js'
import { ENGINE_DEAD } from './protocol/wire-error.js'
import { type Room, type Running, Scheduler } from './scheduler.js'

export interface EngineRoom extends Room {
  /** The most tokens of one choice, prompt included. */
  readonly maxModelLen: number
}

export interface Pace {
  /** 1 is a realistic pace, 0 instant. */
  readonly timeScale: number
  /** How many times longer a token takes with all slots in use than alone. */
  readonly fullLoadFactor: number
}

/** Plays answers at a model's pace, with limited concurrency, and keeps statistics. */
export class Engine {
  readonly #scheduler: Scheduler
  readonly #prefixes = new PrefixCache()
  readonly #ending = new AbortController()
  readonly #dying = new AbortController()
  readonly #coldStart = new ColdStart()
  readonly stats: EngineStats

  constructor(
    readonly room: EngineRoom,
    private readonly pace: Pace,
    /** Called once when the engine dies. */
    private readonly onDeath: (death: EngineDeath) => void = () => undefined,
  ) {
    this.#scheduler = new Scheduler(room)
    this.stats = new EngineStats(room.maxModelLen)
  }

  /** How many choices are running and waiting, the cache's usage, and the number of preemptions. */
  get load(): Pick<Scheduler, 'running' | 'waiting' | 'cacheUsage' | 'preemptions'> {
    return this.#scheduler
  }

  get prefixes(): PrefixCache['counts'] {
    return this.#prefixes.counts
  }

  get isDead(): boolean {
    return this.#dying.signal.aborted
  }

  /** Ends every answer at its current position with the finish reason `abort`, as a server told to stop does. */
  abortAll(): void {
    this.#ending.abort()
  }

  /**
   * Writes a reply, each choice once a slot is free and at its pace; stops at once and frees its slots if the reader
   * disconnects. Returns how the first choice ended, null if the reader had gone.
   */
  async play(response: ServerResponse, reply: Reply, fault: Fault | null = null): Promise<FinishReason | null> {
    const away = new AbortController()
    response.once('close', () => response.writableFinished || away.abort())
    if (response.destroyed) return null
    const gone = away.signal
    const stop = AbortSignal.any([gone, this.#ending.signal, this.#dying.signal])
    const wire = reply.request.endpoint === 'chat' ? chatWire : textWire
    const timeScale = (reply.isInstant === true ? 0 : this.pace.timeScale) * (fault?.kind === 'slow' ? fault.times : 1)
    const requestedAt = performance.now()
    const play: Play = { response, reply, wire, fault, gone, stop, requestedAt, timeScale, ended: [] }
    const choices = await Promise.all(reply.choices.map((choice) => this.#inSlot(play, choice)))
    const ended = choices.filter((choice) => choice !== null)
    const isWhole = ended.length === choices.length
    if (this.isDead && !isWhole && !response.writableEnded) breakWith(ENGINE_DEAD, response, reply.request)
    if (gone.aborted || !isWhole) return null
    this.stats.answered(ended.map(({ tokens }) => tokens.length))
    if (!reply.request.stream) {
      const whole = wire.whole({ ...reply, choices: ended })
      response.writeHead(200, { 'content-type': 'application/json' }).end(whole)
    }
    return ended[0]?.finish ?? null
  }

  /** Plays one choice in a slot of its own; null if its reader has gone. */
  async #inSlot(play: Play, choice: Choice): Promise<Choice | null> {
    const { stop, gone, reply } = play
    const running = await this.#scheduler.acquire(stop, choice.promptTokenIds.length, reply.request.priority)
    try {
      if (gone.aborted) throw new Error('the reader has gone')
      return await this.#play(play, choice, running)
    } catch (error) {
      if (!gone.aborted) throw error
      // vLLM does not count requests whose reader disconnected.
      return null
    } finally {
      if (running !== null) this.#scheduler.release(running)
    }
  }

  async #play(play: Play, choice: Choice, running: Running | null): Promise<Choice | null> {
    const { reply, requestedAt } = play
    const startedAt = performance.now()
    const turn: Turn = {
      play,
      choice,
      running,
      requestedAt,
      startedAt,
      cachedTokens: 0,
      firstTokenAt: null,
      lastTokenAt: startedAt,
    }
    const parts = choice.write === undefined ? this.#pace(turn) : this.#write(turn, choice.write)
    const ended = await (reply.request.stream ? this.#stream(turn, parts) : this.#think(turn, parts))
    if (ended?.finish === undefined || ended.finish === null) return null
    this.stats.ended(ended.finish, stagesOf(turn, ended))
    return ended
  }

  /** Yields a known answer part by part, each when a model would have generated it. */
  async *#pace(turn: Turn): AsyncGenerator<Part> {
    const { play, choice, running } = turn
    const { stop, timeScale } = play
    const cached = this.#prefixes.find(choice.promptTokenIds)
    await this.#wait(prefillMs(choice.promptTokenIds.length - cached, timeScale), stop)
    this.#begin(turn, cached)
    for (const span of spansOf(Math.min(choice.tokens.length, breaksAt(play)), timeScale)) {
      await this.#decode(play, span, running)
      yield { choice, span }
    }
  }

  /**
   * Yields an answer part by part as a model generates it. If a stop string or a fault may still change earlier text,
   * it comes in one part, once complete.
   */
  async *#write(turn: Turn, write: Write): AsyncGenerator<Part> {
    const { play, choice, running } = turn
    const { reply, fault, stop } = play
    const isHeldBack = reply.request.stops.length > 0 || (fault !== null && fault.kind !== 'cold' && !isBreaking(fault))
    let from = 0
    let grown = choice
    for await (const draft of write(stop)) {
      if (grown === choice) this.#begin(turn, draft.cachedTokens ?? 0)
      grown = alterChoice(choiceOf(draft, reply.request, choice.index), draft.finish === null ? null : fault)
      if (isHeldBack && grown.finish === null) continue
      const to = Math.min(grown.tokens.length, breaksAt(play))
      if (running !== null) this.#scheduler.grow(running, to - from)
      yield { choice: grown, span: { from, to } }
      from = to
      if (grown.finish !== null || to >= breaksAt(play)) return
    }
    yield { choice: grown, span: { from, to: from } }
  }

  /** Counts a prompt's tokens, and those that came from the cache. */
  #begin(turn: Turn, cached: number): void {
    const promptTokens = turn.choice.promptTokenIds.length
    turn.cachedTokens = cached
    this.#prefixes.count(promptTokens, cached)
    this.stats.promptTokens += promptTokens
    this.stats.cachedPromptTokens += cached
  }

  /** Waits for an answer that is sent as a whole; if cut short, it is sent as an abort. */
  async #think(turn: Turn, parts: AsyncIterable<Part>): Promise<Choice | null> {
    const { play, choice } = turn
    let whole = choice
    await this.#wait(this.#coldStart.leftMs(play.fault), play.stop)
    for await (const part of parts) {
      whole = part.choice
      if (!play.stop.aborted) this.stats.wrote(part.span.to - part.span.from, turn)
    }
    if (play.fault?.kind === 'engine-death') this.#die(play.fault)
    if (this.isDead) return null
    const ended = play.stop.aborted ? abortedAt(choice, 0) : whole
    if (play.gone.aborted) throw new Error('the reader has gone')
    return ended
  }

  async #stream(turn: Turn, parts: AsyncIterable<Part>): Promise<Choice | null> {
    const { play, choice } = turn
    const { response, reply, wire, fault, stop, gone } = play
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    let text = wire.open(reply, choice)
    const coldMs = this.#coldStart.leftMs(fault)
    if (coldMs > 0) {
      response.flushHeaders()
      response.write(text)
      text = ''
      await this.#wait(coldMs, stop)
    }
    for await (const part of parts) {
      const { from, to } = part.span
      if (gone.aborted) throw new Error('the reader has gone')
      if (this.isDead) return null
      if (stop.aborted) return endChoice(play, abortedAt(part.choice, from), text, from)
      this.stats.wrote(to - from, turn)
      if (isLastPart(part.choice, part.span)) return endChoice(play, part.choice, text, from)
      response.write(text + (to > from ? wire.delta(reply, part.choice, part.span) : ''))
      text = ''
    }
    if (fault?.kind === 'engine-death') this.#die(fault)
    else if (isBreaking(fault)) await breakStream(response, fault, gone)
    return null
  }

  #die(death: EngineDeath): void {
    if (this.isDead) return
    this.#dying.abort()
    this.onDeath(death)
  }

  /**
   * Waits as long as some tokens take to generate; if preempted meanwhile, it waits for room, repeats the prefill and
   * then generates them.
   */
  async #decode({ stop, timeScale }: Play, span: Span, running: Running | null): Promise<void> {
    if (running === null) return
    const { slots } = this.room
    for (;;) {
      const load = loadFactor(this.#scheduler.running, slots, this.pace.fullLoadFactor)
      await this.#wait(decodeMs(span, timeScale * load), stop)
      if (stop.aborted || this.#scheduler.grow(running, span.to - span.from)) return
      if (await running.comeback) await this.#wait(prefillMs(running.tokens, timeScale), stop)
    }
  }

  /** Waits, or less if it is to stop. */
  async #wait(ms: number, stop: AbortSignal): Promise<void> {
    if (ms > 0 && !stop.aborted) await sleep(ms, undefined, { signal: stop }).catch(() => undefined)
  }
}
