/** A span's attributes: ids and counts, never a prompt, an answer or a key. */
type Attributes = Readonly<Record<string, string | number | boolean>>

export interface SpanOptions {
  /** `server`: starts a trace if it has no parent. Every other kind is recorded within a recorded trace only. */
  readonly kind?: 'server' | 'client' | 'internal'
  readonly attributes?: Attributes
  /** The parent's traceparent, if that is not the active span. Null: there is none, and nothing is recorded. */
  readonly parent?: string | null
  /** The traceparent of a span that caused this one without being its parent. */
  readonly link?: string | null
  /** Milliseconds since 1970, if the span began before now. */
  readonly startedAt?: number
}

/** An open span. */
export interface Span {
  /** The traceparent to pass to its children, in other processes too; null if it is not recorded. */
  readonly traceparent: string | null
  set(attributes: Attributes): void
  /** Sets a name that was not known when the span began. */
  rename(name: string): void
  /** Marks the span as failed. */
  fail(why: string): void
}

/** How a process records its spans. */
export interface Tracer {
  inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>
  /** The active span's traceparent; null if none is recorded. */
  traceparent(): string | null
  /** Flushes the remaining spans, and stops. */
  stop(): Promise<void>
}
