'use client'

import { TeamLink } from '../../addresses/team-link'
import { CopyTable } from './copy-table'
import { hrefOf, isStrong, type TableCell, type TableText, textOf } from './table-text'
import { ScrollRegion } from './scroll-region'

interface Props {
  readonly title: string
  readonly table: TableText
}

/** A text table with a button to copy it; it scrolls by itself if it is long, also by keyboard. */
export function TextTable({ title, table }: Props) {
  const { columns, rows, note } = table
  return (
    <>
      <CopyTable title={title} read={() => table} />
      {note === undefined ? null : <p className="footnote">{note}</p>}
      <ScrollRegion label={`Table: ${title}`} className="scroll">
        <table className="plain">
          <thead>
            <tr>
              {columns.map((column) => (
                <th scope="col" key={column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, place) =>
                  place === 0 ? (
                    <th scope="row" key={place}>
                      {textOf(cell)}
                    </th>
                  ) : (
                    <td key={place}>
                      <Words cell={cell} />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  )
}

function Words({ cell }: { readonly cell: TableCell }) {
  const [text, href] = [textOf(cell), hrefOf(cell)]
  if (isStrong(cell)) return <strong>{text}</strong>
  if (href === undefined) return text
  return (
    <TeamLink className="counted" href={href} prefetch={false}>
      {text}
    </TeamLink>
  )
}
