'use client'
import type { RefObject } from 'react'
import { useKeys } from '../frame/use-keys'

interface Rows {
  readonly table: RefObject<HTMLTableElement | null>
  readonly onSelect: (id: string) => void
}

/** Moves through the rows of a list with `j` and `k`, and selects the one that has the focus with `x`. */
export function useRowKeys({ table, onSelect }: Rows): void {
  const move = (by: 1 | -1) => {
    const links = [...(table.current?.querySelectorAll<HTMLElement>('th[scope=row] > a:first-child') ?? [])]
    const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement) === true)
    const next = at < 0 ? (by === 1 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by))
    links[next]?.focus()
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const id = document.activeElement?.closest('tr')?.dataset['evaluation']
      if (id !== undefined) onSelect(id)
    },
  })
}
