import type { Outcome, SampleReadings } from '@cges-fleet/core'
import { columns, percent } from './format.js'

const WITHOUT: Partial<Record<Outcome, string>> = {
  no_answer: 'no answer found',
  truncated: 'truncated',
  declined: 'declined',
}

/** Formats the tiers of an evaluation's answers as a table: each one's share of the samples and its accuracy. */
export function readingLines({ samples, tiers, without, warnings }: SampleReadings): string[] {
  if (samples === 0) return []
  const read = tiers
    .filter((each) => each.tier !== null || each.samples > 0)
    .map((each) => [
      `${each.tier ?? 'not known'}: ${each.meaning}`,
      ...counted(each.samples, each.share),
      orDash(each.accuracy),
    ])
  const rest = without
    .filter((each) => each.samples > 0)
    .map((each) => [WITHOUT[each.outcome] ?? each.outcome, ...counted(each.samples, each.share), ''])
  const head = ['how answers were read', 'samples', 'share', 'accuracy']
  return ['', ...columns([head, ...read, ...rest]), ...warnings.map((warning) => `warning: ${warning}`)]
}

function counted(samples: number, share: number | null): string[] {
  return [String(samples), orDash(share)]
}

function orDash(share: number | null): string {
  return share === null ? '—' : percent(share)
}
