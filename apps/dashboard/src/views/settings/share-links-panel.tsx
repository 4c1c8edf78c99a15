'use client'

import type { ShareLinkView } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { compareAddress, suiteAddress } from '../../addresses/comparisons'
import { Instant } from '../../ui/format/instant'
import { ShareControls } from '../../ui/shell/share-controls'
import { CardHeads } from '../../ui/table/column-heads'
import { ScrollRegion } from '../../ui/table/scroll-region'

/** A team's share links that work, each with a button that ends it. */
export function ShareLinksPanel({ links }: { readonly links: readonly ShareLinkView[] }) {
  const { refresh } = useRouter()
  return (
    <section className="panel">
      <h2>Share links</h2>
      <p className="muted">
        {links.length === 0
          ? 'No active links. Make one with Share on the page of an evaluation, a suite or a comparison.'
          : 'Anyone with one of these links sees what it shows, without a key.'}
      </p>
      {links.length === 0 ? null : <LinksTable links={links} onChange={refresh} />}
    </section>
  )
}

interface TableProps {
  readonly links: readonly ShareLinkView[]
  readonly onChange: () => void
}

const COLUMNS = ['Shows', 'Made by', 'Made', 'Expires', 'Change']

function LinksTable({ links, onChange }: TableProps) {
  return (
    <ScrollRegion label="Share links" className="wide">
      <table className="cards" data-testid="share-links" role="table">
        <CardHeads columns={COLUMNS} />
        <tbody role="rowgroup">
          {links.map((link) => (
            <tr key={link.id} role="row">
              <th scope="row" role="rowheader">
                <Shown of={link} />
              </th>
              <td role="cell" data-label="Made by">
                {link.createdBy ?? <span className="muted">not known</span>}
              </td>
              <td role="cell" data-label="Made">
                <Instant at={link.createdAt} />
              </td>
              <td role="cell" data-label="Expires">
                <Instant at={link.expiresAt} />
              </td>
              <td role="cell" className="number">
                <ShareControls link={link.id} name={shownName(link)} onChange={onChange} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function shownName({ target, names }: ShareLinkView): string {
  switch (target.kind) {
    case 'evaluation':
      return names[0] ?? 'a deleted evaluation'
    case 'suite':
      return `suite ${target.suite}`
    case 'comparison':
      return target.name ?? `comparison of ${counted(target.evaluations.length, 'evaluation')}`
  }
}

/** What a link shows, and where the team finds it. */
function Shown({ of: link }: { readonly of: ShareLinkView }) {
  const { target } = link
  switch (target.kind) {
    case 'evaluation':
      return (
        <Link href={`/evaluations/${encodeURIComponent(target.evaluation)}`} prefetch={false}>
          {shownName(link)}
        </Link>
      )
    case 'suite':
      return (
        <Link href={suiteAddress({ suite: target.suite })} prefetch={false}>
          {shownName(link)}
        </Link>
      )
    case 'comparison':
      return (
        <Link href={compareAddress({ evaluations: target.evaluations.join(',') })} prefetch={false}>
          {shownName(link)}
        </Link>
      )
  }
}
