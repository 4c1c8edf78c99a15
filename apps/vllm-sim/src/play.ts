import type { ServerResponse } from 'node:http'
import { isBreaking } from './faults/break-stream.js'
import type { Fault } from './faults/fault.js'
import type { Stages } from './metrics/engine-stats.js'
import { type Choice, cutChoice, type Span } from './protocol/choice.js'
import type { Reply, Wire } from './protocol/reply.js'
import type { Running } from './scheduler.js'

/** One reply on its way out. */
export interface Play {
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
  /** Choices that have been written to their end. */
  readonly ended: Choice[]
}

/** One choice in its slot. */
export interface Turn {
  readonly play: Play
  readonly choice: Choice
  /** Null where the server ends before the choice has begun. */
  readonly running: Running | null
  readonly askedAt: number
  readonly startedAt: number
  cachedTokens: number
  firstTokenAt: number | null
  lastTokenAt: number
}

/** A choice as far as it has come, and the tokens that go out next. */
export interface Part {
  readonly choice: Choice
  readonly span: Span
}

/** After how many tokens a stream is to break. */
export function breaksAt({ reply, fault }: Play): number {
  const breaks = isBreaking(fault) && (reply.request.stream || fault.kind === 'engine-death')
  return breaks ? fault.afterTokens : Infinity
}

/** Cuts a choice where the server ends it. */
export function abortedAt(choice: Choice, tokens: number): Choice {
  return { ...cutChoice(choice, tokens), finish: 'abort', stopReason: null }
}

/** Tells when a choice that has just been written to its end reached each stage. */
export function stagesOf(turn: Turn, { promptTokenIds, tokens, index }: Choice): Stages {
  const { askedAt, startedAt, cachedTokens, firstTokenAt, play } = turn
  const endedAt = performance.now()
  return {
    askedAt,
    startedAt,
    firstTokenAt: firstTokenAt ?? endedAt,
    endedAt,
    promptTokens: promptTokenIds.length,
    cachedTokens,
    tokens: tokens.length,
    preemptions: turn.running?.preemptions ?? 0,
    maxTokens: play.reply.request.wanted[index]?.ask.maxTokens ?? 0,
  }
}

/** Writes the last event of a choice and, behind the last choice, the events that close the stream. */
export function endChoice(play: Play, choice: Choice, { before, from }: { before: string; from: number }): Choice {
  const { response, reply, wire, fault } = play
  const text = before + wire.delta(reply, choice, { from, to: choice.tokens.length })
  play.ended.push(choice)
  if (play.ended.length < reply.choices.length) response.write(text)
  else response.end(text + wire.end({ ...reply, choices: play.ended }, fault?.kind !== 'no-done'))
  return choice
}
