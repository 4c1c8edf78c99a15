/** Moves the focus to what the page can be taken away by: its files, else what copies its first table. */
export function toExports(): void {
  const page = document.querySelector('main')
  const first =
    page?.querySelector<HTMLElement>('a[download]') ?? page?.querySelector<HTMLElement>('.copy-buttons button')
  first?.focus()
  first?.scrollIntoView({ block: 'center' })
}
