/** Moves the focus to the next or previous row of a list: to the link that opens it, marked `data-open`. */
export function stepRows(rows: HTMLElement | null, by: 1 | -1): void {
  const links = [...(rows?.querySelectorAll<HTMLElement>('a[data-open]') ?? [])]
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement) === true)
  const next = at < 0 ? (by === 1 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by))
  links[next]?.focus()
}
