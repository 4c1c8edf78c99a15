import { posix } from 'node:path'
import type { Source } from './find-offences.js'

/** Which folders each folder's files import from, types included; paths as the sources have them. */
export type FolderArrows = ReadonlyMap<string, ReadonlySet<string>>

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)'(\.[^']+)'/g

/** Draws an arrow from each source's folder to those of the files that it imports by a relative path. */
export function folderArrows(sources: readonly Source[]): FolderArrows {
  const arrows = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    const from = posix.dirname(path)
    const reached = arrows.get(from) ?? new Set()
    arrows.set(from, reached)
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const to = posix.dirname(posix.join(from, specifier))
      if (to !== from) reached.add(to)
    }
  }
  return arrows
}

/** Lists the folders from which arrows lead back to themselves, by whatever way. */
export function foldersInCircles(arrows: FolderArrows): string[] {
  return [...arrows.keys()].filter((folder) => reachedFrom(arrows, folder).has(folder)).toSorted()
}

/** Lists the arrows that lead from one of the folders, or from what lies in it, to one that it may not know. */
export function arrowsAgainst(
  arrows: FolderArrows,
  { from, to }: { readonly from: readonly string[]; readonly to: readonly string[] },
): string[] {
  return [...arrows].flatMap(([folder, reached]) =>
    isIn(folder, from) ? [...reached].filter((each) => isIn(each, to)).map((each) => `${folder} -> ${each}`) : [],
  )
}

function isIn(folder: string, any: readonly string[]): boolean {
  return any.some((each) => folder === each || folder.startsWith(`${each}/`))
}

function reachedFrom(arrows: FolderArrows, folder: string): Set<string> {
  const seen = new Set(arrows.get(folder))
  for (const each of seen) for (const next of arrows.get(each) ?? []) seen.add(next)
  return seen
}
