/** Offers the reader a file made in the page as a download, under the given name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Makes a file's name of a title: small letters, digits and hyphens. */
export function fileName(title: string, ending: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ['chart']
  return `${words.join('-').slice(0, 60)}.${ending}`
}
