import type { ReactNode } from 'react'
import { ProvenanceScope } from '../../ui/provenance/provenance-scope'
import { fetchSession } from '../../api/reads'
import { SectionNav } from '../../views/settings/section-nav'
import { SECTIONS } from '../../addresses/settings'

/** Nothing in the settings is a result, so that what is copied from them says of no model whether it was simulated. */
const NO_RESULTS: readonly never[] = []

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const scopes = (await fetchSession())?.caller?.scopes ?? null
  // If the reader's permissions are unknown, every section is listed, and explains for itself what it cannot show.
  const open = SECTIONS.filter(({ scope }) => scope === null || scopes === null || scopes.includes(scope))
  return (
    <div className="settings">
      <h1>Settings</h1>
      <SectionNav sections={open} />
      <div className="stack">
        <ProvenanceScope of={NO_RESULTS}>{children}</ProvenanceScope>
      </div>
    </div>
  )
}
