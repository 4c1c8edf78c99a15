import type { ServerResponse } from 'node:http'
import { isBreaking } from './faults/break-stream.js'
import type { Fault } from './faults/fault.js'
import type { Stages } from './metrics/engine-stats.js'
import { type Choice, cutChoice, type Span } from './protocol/choice.js'
import type { Reply, Wire } from './protocol/reply.js'
import type { Running } from './scheduler.js'

/** One reply while it is being sent. */
export interface Play {
  readonly response: ServerResponse
  readonly reply: Reply
  readonly wire: Wire
  readonly fault: Fault | null
  /** Aborts when the reader disconnects. */
  readonly gone: AbortSignal
  /** Aborts then, and when the server ends. */
  readonly stop: AbortSignal
  readonly askedAt: number
  readonly timeScale: number
  /** Choices that are complete. */
  readonly ended: Choice[]
}

/** One choice in its slot. */
export interface Turn {
  readonly play: Play
  readonly choice: Choice
  /** Null if the server ends before the choice has begun. */
  readonly running: Running | null
  readonly askedAt: number
  readonly startedAt: number
  cachedTokens: number
  firstTokenAt: number | null
  lastTokenAt: number
}

/** A choice as generated so far, and the tokens to send next. */
export interface Part {
  readonly choice: Choice
  readonly span: Span
}

/** After how many tokens the stream is to break. */
export function breaksAt({ reply, fault }: Play): number {
  const breaks = isBreaking(fault) && (reply.request.stream || fault.kind === 'engine-death')
  return breaks ? fault.afterTokens : Infinity
}

/** Cuts a choice where the server ends it. */
export function abortedAt(choice: Choice, tokens: number): Choice {
  return { ...cutChoice(choice, tokens), finish: 'abort', stopReason: null }
}

/** Returns when a completed choice reached each stage. */
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

/** Writes a choice's last event and, after the last choice, the events that close the stream. */
export function endChoice(play: Play, choice: Choice, before: string, from: number): Choice {
  const { response, reply, wire, fault } = play
  const text = before + wire.delta(reply, choice, { from, to: choice.tokens.length })
  play.ended.push(choice)
  if (play.ended.length < reply.choices.length) response.write(text)
  else response.end(text + wire.end({ ...reply, choices: play.ended }, fault?.kind !== 'no-done'))
  return choice
}
