import { counted, inNumber } from '@cges-fleet/core/counted'
import Link from 'next/link'
import type { ComparedSetting } from '@cges-fleet/core'
import { compareAddress, type ComparedQuery } from './compared-address'
import { fairnessOf } from './fairness-of'
import { type NamedPair, pairName } from './named-comparison'
import { SettingsTable } from './settings-table'

interface Props {
  readonly settings: readonly ComparedSetting[]
  readonly letters: readonly string[]
  readonly pairs: readonly NamedPair[]
  readonly query: ComparedQuery
}

/** Whether it is a fair comparison, before any figure: what differs, what could not be paired, and the settings. */
export function Fairness({ settings, letters, pairs, query }: Props) {
  const { level, words } = fairnessOf(settings)
  return (
    <section className="panel" aria-labelledby="fairness-title" data-fairness={level}>
      <h2 id="fairness-title">Is it a fair comparison?</h2>
      <p className={level === 'several' ? 'fairness note-bad' : 'fairness'}>
        <span aria-hidden="true">{level === 'several' ? '✕ ' : level === 'one' ? '≠ ' : '✓ '}</span>
        {words}
      </p>
      <Disjoint pairs={pairs} query={query} />
      <SettingsTable settings={settings} letters={letters} query={query} />
    </section>
  )
}

/** Shares of different questions are compared only on request. */
function Disjoint({ pairs, query }: Pick<Props, 'pairs' | 'query'>) {
  const apart = pairs.filter(({ pair }) => pair.state === 'disjoint' || pair.state === 'unpaired')
  const [first] = apart
  if (first === undefined) return null
  const isChosen = query.unpaired === '1'
  return (
    <p className="fairness note-warning" data-testid="disjoint">
      ⚠{' '}
      {apart.length === 1
        ? `${pairName(first)}: 0`
        : `${counted(apart.length, 'pair')} ${inNumber(apart.length, 'has', 'have')} 0`}{' '}
      questions in common: {first.pair.why}. Unpaired only: what is compared is the difference of two shares of
      different questions.{' '}
      <Link href={compareAddress(query, { unpaired: isChosen ? '' : '1' })} scroll={false}>
        {isChosen ? 'Take the unpaired comparison away' : 'Compare them unpaired'}
      </Link>
    </p>
  )
}
