import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { decodeMs, prefillMs, spansOf } from './pace.js'
import { deltaEvent, endEvents, roleEvent, wholeAnswer, type Reply } from './protocol/completion-wire.js'
import { SlotQueue } from './slot-queue.js'

/** Plays answers at a model's pace, so many at a time, and counts what it did. */
export class Engine {
  readonly #slots: SlotQueue
  readonly #timeScale: number
  #generationTokens = 0
  #promptTokens = 0
  readonly #finished = { stop: 0, length: 0, abort: 0 }

  constructor(maxNumSeqs: number, timeScale: number) {
    this.#slots = new SlotQueue(maxNumSeqs)
    this.#timeScale = timeScale
  }

  /** Numbers under the names vLLM's metrics give them. */
  get counts(): { running: number; waiting: number; generationTokens: number; promptTokens: number } {
    const { running, waiting } = this.#slots
    return { running, waiting, generationTokens: this.#generationTokens, promptTokens: this.#promptTokens }
  }

  get finished(): Readonly<Record<'stop' | 'length' | 'abort', number>> {
    return this.#finished
  }

  /** Writes a reply when a slot is free, at its pace; stops at once and frees the slot when the reader has gone. */
  async play(response: ServerResponse, makeReply: () => Reply): Promise<void> {
    const gone = new AbortController()
    response.once('close', () => response.writableFinished || gone.abort())
    if (response.destroyed) return
    if (!(await this.#slots.acquire(gone.signal))) return
    try {
      const reply = makeReply()
      this.#promptTokens += reply.request.promptTokenIds.length
      await (reply.request.stream
        ? this.#stream(response, reply, gone.signal)
        : this.#whole(response, reply, gone.signal))
      this.#finished[reply.answer.finish] += 1
    } catch (error) {
      if (!gone.signal.aborted) throw error
      this.#finished.abort += 1
    } finally {
      this.#slots.release()
    }
  }

  async #stream(response: ServerResponse, reply: Reply, gone: AbortSignal): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    const spans = spansOf(reply.answer.tokens.length, this.#timeScale)
    await this.#wait(prefillMs(reply.request.promptTokenIds.length, this.#timeScale), gone)
    let text = roleEvent(reply)
    for (const span of spans) {
      await this.#wait(decodeMs(span, this.#timeScale), gone)
      text += deltaEvent(reply, span)
      this.#generationTokens += span.to - span.from
      if (span !== spans.at(-1)) response.write(text)
      else response.end(text + endEvents(reply))
      text = ''
    }
  }

  async #whole(response: ServerResponse, reply: Reply, gone: AbortSignal): Promise<void> {
    const tokens = reply.answer.tokens.length
    const promptTokens = reply.request.promptTokenIds.length
    const decoding = decodeMs({ from: 0, to: tokens }, this.#timeScale)
    await this.#wait(prefillMs(promptTokens, this.#timeScale) + decoding, gone)
    this.#generationTokens += tokens
    response.writeHead(200, { 'content-type': 'application/json' }).end(wholeAnswer(reply))
  }

  async #wait(ms: number, gone: AbortSignal): Promise<void> {
    if (ms > 0) await sleep(ms, undefined, { signal: gone })
  }
}
