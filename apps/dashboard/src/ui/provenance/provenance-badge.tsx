import { PROVENANCE_WORDS, type Provenanced, provenanceKinds } from './provenance'

/** Marks numbers that are not from a real model answering now; nothing if they are. */
export function ProvenanceBadge(of: Provenanced) {
  return provenanceKinds(of).map((kind) => (
    <span key={kind} className={`badge badge-${kind}`} title={PROVENANCE_WORDS[kind].means} data-testid="provenance">
      {PROVENANCE_WORDS[kind].name}
    </span>
  ))
}
