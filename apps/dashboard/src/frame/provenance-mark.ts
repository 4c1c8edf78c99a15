import { PROVENANCE_KINDS, type Provenanced, provenanceKinds } from './provenance-kinds'
import { PROVENANCE_WORDS } from './provenance-words'

/** What goes with numbers that leave the page; empty words where a model worth comparing gave them all. */
export interface ProvenanceMark {
  /** For a picture's corner. */
  readonly short: string
  /** Whole sentences, for a note. */
  readonly long: string
}

/** For numbers of which nothing tells where they come from: they must not pass for a model's. */
export const UNSTATED: ProvenanceMark = {
  short: 'provenance not stated',
  long: 'Provenance not stated: see the page these numbers are from.',
}

/** Says where the numbers of one or several evaluations come from, wherever they are taken to. */
export function provenanceMark(of: readonly Provenanced[]): ProvenanceMark {
  const each = of.map(provenanceKinds)
  const told = PROVENANCE_KINDS.flatMap((kind) => {
    const count = each.filter((kinds) => kinds.includes(kind)).length
    if (count === 0) return []
    const { name, means } = PROVENANCE_WORDS[kind]
    const inPart = count < each.length
    const called = inPart ? `in part ${name}` : name
    return [{ called, says: inPart ? `${sentence(called)}: not all of them.` : `${sentence(called)}. ${means}` }]
  })
  return {
    short: told.map(({ called }) => called).join(' · '),
    long: told.map(({ says }) => says).join(' '),
  }
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
