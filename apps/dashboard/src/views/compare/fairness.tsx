import type { ComparedSetting } from '@cges-fleet/core'
import { counted, inNumber } from '@cges-fleet/core/counted'
import { pairNoteWords } from '@cges-fleet/core/comparison-words'
import Link from 'next/link'
import { compareAddress, type ComparedQuery } from '../../addresses/comparisons'
import { Missing } from '../../ui/format/marks'
import { CopyShown } from '../../ui/table/copy-table'
import { fairnessOf, type NamedPair, pairName } from './comparison'
import { ScrollRegion } from '../../ui/table/scroll-region'

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
      questions in common{first.pair.note === null ? '' : `: ${pairNoteWords(first.pair.note)}`}. Unpaired only: this
      compares accuracies on different questions.{' '}
      <Link href={compareAddress(query, { unpaired: isChosen ? '' : '1' })} scroll={false}>
        {isChosen ? 'Hide the unpaired comparison' : 'Compare them unpaired'}
      </Link>
    </p>
  )
}

interface SettingsTableProps {
  readonly settings: readonly ComparedSetting[]
  readonly letters: readonly string[]
  readonly query: ComparedQuery
}

/** The evaluations' settings, side by side; only those that differ, unless all are requested. */
function SettingsTable({ settings, letters, query }: SettingsTableProps) {
  const all = query.all === '1'
  const shown = all ? settings : settings.filter(({ same }) => !same)
  const hidden = settings.length - settings.filter(({ same }) => !same).length
  return (
    <>
      {shown.length === 0 ? (
        <p className="muted">No setting differs.</p>
      ) : (
        <ScrollRegion label="Settings">
          <table id="settings-table" className="settings-diff" data-testid="settings">
            <thead>
              <tr>
                <th scope="col">Setting</th>
                {letters.map((letter) => (
                  <th scope="col" key={letter}>
                    <span className="letter">{letter}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((setting) => (
                <Row key={setting.name} setting={setting} letters={letters} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {shown.length === 0 ? null : <CopyShown title="Settings compared" of="settings-table" />}
      <p className="footnote">
        <Link href={compareAddress(query, { all: all ? '' : '1' })} scroll={false}>
          {all ? 'Show only what differs' : `Also show the ${hidden} that are the same`}
        </Link>
      </p>
    </>
  )
}

function Row({
  setting: { name, values, same },
  letters,
}: Pick<SettingsTableProps, 'letters'> & { readonly setting: ComparedSetting }) {
  return (
    <tr className={same ? 'same' : 'differs'}>
      <th scope="row">
        {name}
        {same ? null : <span className="sr-only"> (differs)</span>}
      </th>
      {letters.map((letter, at) => (
        <td key={letter}>{values[at] ?? <Missing why="it was not recorded" />}</td>
      ))}
    </tr>
  )
}
