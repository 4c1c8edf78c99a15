import type { MethodReport, MethodSpec } from '@cges-fleet/core'

/** Names a method as people say it, such as `CGES lns-arith γ .99`: defaults and budget left out. */
export function methodName({ spec, label }: Pick<MethodReport, 'spec' | 'label'>): string {
  switch (spec.method) {
    case 'sc':
      return 'SC'
    case 'esc':
      return `ESC w=${spec.window}${spec.answerFrom === 'plurality' ? '' : `, answer from ${spec.answerFrom}`}`
    case 'asc-beta':
      return `ASC-β${spec.threshold === 0.95 ? '' : ` ${share(spec.threshold)}`}`
    case 'cges':
      return [`CGES ${spec.confidence} γ ${share(spec.gamma)}`, ...changesOf(spec)].join(', ')
    default:
      // A newer API may know a method that this page does not.
      return label
  }
}

function changesOf({ minSamples, support, otherStops }: Extract<MethodSpec, { method: 'cges' }>): string[] {
  return [
    ...(minSamples === 1 ? [] : [`min ${minSamples}`]),
    ...(support === 'dynamic' ? [] : [`K=${support.fixed}`]),
    ...(otherStops ? ['other stops'] : []),
  ]
}

/** A probability strictly between 0 and 1, without the zero that all of them share. */
function share(probability: number): string {
  return String(probability).replace(/^0\./, '.')
}
