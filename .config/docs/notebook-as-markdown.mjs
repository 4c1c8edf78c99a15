/** Writes a notebook's cells as Markdown: words as they are, code in fences. */
export function notebookAsMarkdown(text) {
  const { cells } = JSON.parse(text)
  return cells
    .map(({ cell_type, source }) => {
      const lines = [source].flat().join('')
      return cell_type === 'code' ? `\`\`\`python\n${lines}\n\`\`\`` : lines
    })
    .join('\n\n')
}
