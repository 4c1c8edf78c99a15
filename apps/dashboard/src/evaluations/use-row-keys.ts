'use client'
import type { RefObject } from 'react'
import { stepRows } from '../frame/step-rows'
import { useKeys } from '../frame/use-keys'

interface Rows {
  readonly table: RefObject<HTMLTableElement | null>
  readonly onSelect: (id: string) => void
  readonly onCompare: () => void
}

/** Moves through the rows of a list with `j` and `k`, selects the one in focus with `x`, compares those selected with `c`. */
export function useRowKeys({ table, onSelect, onCompare }: Rows): void {
  useKeys({
    j: () => stepRows(table.current, 1),
    k: () => stepRows(table.current, -1),
    c: onCompare,
    x: () => {
      const id = document.activeElement?.closest('tr')?.dataset['evaluation']
      if (id !== undefined) onSelect(id)
    },
  })
}
