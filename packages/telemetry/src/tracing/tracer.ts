/** What a span can carry; ids and counts, never a prompt, an answer or a key. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

export interface SpanOptions {
  /** `server`: it begins a trace where it has no parent. Every other kind is recorded inside a recorded trace only. */
  readonly kind?: 'server' | 'client' | 'internal'
  readonly attributes?: Attributes
  /** The traceparent of the span above, where that is not the active one. Null: there is none, and nothing is recorded. */
  readonly parent?: string | null
  /** The traceparent of a span that led to this one without being above it. */
  readonly link?: string | null
  /** Milliseconds since 1970, where the span began before now. */
  readonly startedAt?: number
}

/** A span while it is open. */
export interface Span {
  /** How those below are told of it, in another process too; null where it is not recorded. */
  readonly traceparent: string | null
  set(attributes: Attributes): void
  /** Gives it the name that was not known when it began. */
  rename(name: string): void
  /** Says that what it stands for went wrong. */
  fail(why: string): void
}

/** How a process records its spans. */
export interface Tracer {
  inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>
  /** The active span's traceparent; null where none is recorded. */
  traceparent(): string | null
  /** Sends what is still here, and ends. */
  stop(): Promise<void>
}
