/** Makes the test a `.dockerignore` stands for: the last rule that matches a path, or a folder it is in, decides. */
export function ignoredBy(dockerignore: string): (path: string) => boolean {
  const rules = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), form: expression(line.replace(/^!/, '')) }))
  return (path) => {
    const matching = rules.findLast(({ form }) => form.test(path))
    return matching !== undefined && !matching.keeps
  }
}

function expression(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('**/', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?')
  return new RegExp(`^${source}(?:/|$)`)
}
