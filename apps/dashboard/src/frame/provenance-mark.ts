import { PROVENANCE_KINDS, type Provenanced, provenanceKinds } from './provenance-kinds'
import { PROVENANCE_WORDS } from './provenance-words'

/** The text that goes with numbers that leave the page; empty if a real model gave them all. */
export interface ProvenanceMark {
  /** For a picture's corner. */
  readonly short: string
  /** Whole sentences, for a note. */
  readonly long: string
}

/** For numbers of unknown provenance: they must not pass for a model's. */
export const UNSTATED: ProvenanceMark = {
  short: 'provenance not stated',
  long: 'Provenance not stated: see the page these numbers are from.',
}

/** Describes the provenance of numbers of one or several evaluations, for wherever they are taken. */
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
