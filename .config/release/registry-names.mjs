/** Where each registry answers what is published under a name. */
const REGISTRIES = {
  npm: { url: (name) => `https://registry.npmjs.org/${name}`, versions: (found) => Object.keys(found.versions ?? {}) },
  PyPI: { url: (name) => `https://pypi.org/pypi/${name}/json`, versions: (found) => Object.keys(found.releases ?? {}) },
}
const WAIT_MS = 15_000

/**
 * Asks a registry about a name. Returns a sentence for people, and whether the version is published already; a registry
 * that does not answer is no problem until the publication itself.
 */
export async function askRegistry(registry, name, version) {
  const { url, versions } = REGISTRIES[registry]
  const response = await fetch(url(name), { signal: AbortSignal.timeout(WAIT_MS) }).catch(() => null)
  if (response?.status === 404) return { line: `${registry}: ${name} is free`, isPublished: false }
  if (response?.ok !== true) {
    const why = response === null ? 'no answer' : `it answered ${response.status}`
    return { line: `${registry}: ${name} was not checked (${why})`, isPublished: false }
  }
  const published = versions(await response.json())
  const isPublished = published.includes(version)
  const said = isPublished
    ? `has version ${version} already`
    : `exists (${published.length} versions): only its owners can publish`
  return { line: `${registry}: ${name} ${said}`, isPublished }
}
