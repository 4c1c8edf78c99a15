/** What a row is called in the table over all recordings: the rule, and what of its parameters is not a recording's own. */
export function rowName(label: string): string {
  const [name = ''] = label.split(/[:@]/u)
  const parameter = (of: string) => new RegExp(`[:,]${of}=([^,@]+)`, 'u').exec(label)?.[1]
  const alpha = parameter('certified')?.split('/')[0]
  if (alpha !== undefined) return `${name}, certified ${alpha}`
  const temperature = parameter('temperature')
  if (temperature !== undefined) return `${name}, T = ${temperature}`
  return name === 'cges' ? `${name}, ${SIGNALS[parameter('confidence') ?? ''] ?? ''}` : name
}

const SIGNALS: Readonly<Record<string, string>> = {
  constant: 'a constant',
  'lns-arith': 'confidence',
  rm: 'rewards',
}
