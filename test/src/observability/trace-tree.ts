import type { CollectedSpan } from './trace-collector.js'

/** Gives the spans that lead to some spans and the spans under those, and no others: one sample's part of a trace. */
export function aroundSpans(spans: readonly CollectedSpan[], chosen: readonly CollectedSpan[]): CollectedSpan[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const kept = new Set<CollectedSpan>()
  const isUnder = (span: CollectedSpan): boolean =>
    chosen.includes(span) || (span.parentId !== null && isUnderId(span.parentId))
  const isUnderId = (id: string): boolean => {
    const span = byId.get(id)
    return span !== undefined && isUnder(span)
  }
  for (const span of spans) if (isUnder(span)) kept.add(span)
  for (const span of chosen) {
    for (let above = byId.get(span.parentId ?? ''); above !== undefined; above = byId.get(above.parentId ?? '')) {
      kept.add(above)
    }
  }
  return spans.filter((span) => kept.has(span))
}

/** Writes spans as a tree, a line each: how it hangs, its process, its name, when it began and how long it took. */
export function drawTree(spans: readonly CollectedSpan[]): string {
  const known = new Set(spans.map((span) => span.spanId))
  const top = spans.filter((span) => span.parentId === null || !known.has(span.parentId))
  const began = top.reduce((least, span) => (span.startedAt < least ? span.startedAt : least), top[0]?.startedAt ?? 0n)
  const lines = (span: CollectedSpan, depth: number): string[] => [
    `${`${'  '.repeat(depth)}${span.name}`.padEnd(52)} ${span.service.padEnd(17)} ` +
      `${ms(span.startedAt - began)} + ${ms(span.endedAt - span.startedAt)} ms${span.failed ? '  failed' : ''}`,
    ...inOrder(spans.filter((child) => child.parentId === span.spanId)).flatMap((child) => lines(child, depth + 1)),
  ]
  return inOrder(top)
    .flatMap((span) => lines(span, 0))
    .join('\n')
}

function inOrder(spans: readonly CollectedSpan[]): CollectedSpan[] {
  return spans.toSorted((a, b) => Number(a.startedAt - b.startedAt))
}

function ms(nanoseconds: bigint): string {
  return (Number(nanoseconds) / 1e6).toFixed(1).padStart(7)
}
