import type { ComparedSetting } from '@cges-fleet/core'
import Link from 'next/link'
import { CopyShown } from '../format/table/copy-shown'
import { Missing } from '../frame/missing'
import { compareAddress, type ComparedQuery } from './compared-address'

interface Props {
  readonly settings: readonly ComparedSetting[]
  readonly letters: readonly string[]
  readonly query: ComparedQuery
}

/** The evaluations' settings, side by side; only those that differ, unless all are requested. */
export function SettingsTable({ settings, letters, query }: Props) {
  const all = query.all === '1'
  const shown = all ? settings : settings.filter(({ same }) => !same)
  const hidden = settings.length - settings.filter(({ same }) => !same).length
  return (
    <>
      {shown.length === 0 ? (
        <p className="muted">No setting differs.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <div className="scroll-sideways" tabIndex={0} role="region" aria-label="Settings">
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
        </div>
      )}
      {shown.length === 0 ? null : <CopyShown title="Settings compared" of="settings-table" />}
      <p className="footnote">
        <Link href={compareAddress(query, { all: all ? '' : '1' })} scroll={false}>
          {all ? 'Show only what differs' : `Show the ${hidden} that are the same too`}
        </Link>
      </p>
    </>
  )
}

function Row({
  setting: { name, values, same },
  letters,
}: Pick<Props, 'letters'> & { readonly setting: ComparedSetting }) {
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
