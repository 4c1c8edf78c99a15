/** Moves the focus to the page's exports: its files, else the button that copies its first table. */
export function toExports(): void {
  const page = document.querySelector('main')
  const first =
    page?.querySelector<HTMLElement>('a[download]') ?? page?.querySelector<HTMLElement>('.copy-buttons button')
  first?.focus()
  first?.scrollIntoView({ block: 'center' })
}
