'use client'

import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type Provenanced, type ProvenanceMark, provenanceMark, UNSTATED } from './provenance'

const Scope = createContext(UNSTATED)

interface Props {
  readonly of: readonly Provenanced[]
  readonly children: ReactNode
}

/** Marks every table and picture within, wherever they are copied or saved to, by the evaluations they are of. */
export function ProvenanceScope({ of, children }: Props) {
  const mark = useMemo(() => provenanceMark(of), [of])
  return <Scope value={mark}>{children}</Scope>
}

/** Returns the mark that must go with numbers that leave the page from here. */
export function useProvenanceMark(): ProvenanceMark {
  return useContext(Scope)
}
