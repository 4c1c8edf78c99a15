'use client'

import type { ShareLinkView } from '@cges-fleet/core'
import { revokeShareLink } from '@cges-fleet/core/addresses'
import { counted } from '@cges-fleet/core/counted'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { compareAddress, suiteAddress } from '../../addresses/comparisons'
import { ask } from '../../api/browser'
import { Instant } from '../../ui/format/instant'

/** A team's share links that work, each with a button that ends it. */
export function ShareLinksPanel({ links }: { readonly links: readonly ShareLinkView[] }) {
  const { refresh } = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  const revoke = async (link: string) => {
    const asked = await ask(revokeShareLink, { path: { link } })
    setFailure(asked.ok ? null : asked.why)
    refresh()
  }
  return (
    <section className="panel">
      <h2>Share links</h2>
      <p className="muted">
        {links.length === 0
          ? 'No active links. Make one with Share on the page of an evaluation, a suite or a comparison.'
          : 'Anyone with one of these links sees what it shows, without a key.'}
      </p>
      {links.length === 0 ? null : <LinksTable links={links} revoke={revoke} />}
      {failure === null ? null : (
        <p role="alert" className="bad">
          {failure}
        </p>
      )}
    </section>
  )
}

interface TableProps {
  readonly links: readonly ShareLinkView[]
  readonly revoke: (link: string) => Promise<void>
}

const COLUMNS = ['Shows', 'Made by', 'Made', 'Expires', 'Revoke']

function LinksTable({ links, revoke }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className="wide" tabIndex={0} role="region" aria-label="Share links">
      <table className="cards" data-testid="share-links" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map((column) => (
              <th key={column} scope="col" role="columnheader">
                {column}
              </th>
            ))}
          </tr>
        </thead>
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
                <button type="button" onClick={() => void revoke(link.id)}>
                  Revoke
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What a link shows, and where the team finds it. */
function Shown({ of: { target, names } }: { readonly of: ShareLinkView }) {
  switch (target.kind) {
    case 'evaluation':
      return (
        <Link href={`/evaluations/${encodeURIComponent(target.evaluation)}`} prefetch={false}>
          {names[0] ?? 'a deleted evaluation'}
        </Link>
      )
    case 'suite':
      return (
        <Link href={suiteAddress({ suite: target.suite })} prefetch={false}>
          suite {target.suite}
        </Link>
      )
    case 'comparison':
      return (
        <Link href={compareAddress({ evaluations: target.evaluations.join(',') })} prefetch={false}>
          {target.name ?? `comparison of ${counted(target.evaluations.length, 'evaluation')}`}
        </Link>
      )
  }
}
