import { APART, AT_LENGTH, leftOut, type Tier } from './test-tiers.js'

interface Skippable {
  readonly fullName: string
  result(): { readonly state: string }
}

interface Module {
  readonly children: { allTests(): Iterable<Skippable> }
}

const SHOWN = 12

/** Ends a run of a tier with what it left out and the commands that run it, and with what this machine could not run. */
export class LeftOutReporter {
  constructor(
    private readonly root: string,
    private readonly tier: Tier,
  ) {}

  onTestRunEnd(modules: readonly Module[]): void {
    const skipped = new Set<string>()
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        if (test.result().state === 'skipped') skipped.add(test.fullName)
      }
    }
    const lines = [...skipped].slice(0, SHOWN).map((name) => `  ${name}`)
    if (skipped.size > SHOWN) lines.push(`  … and ${skipped.size - SHOWN} more`)
    if (lines.length > 0) console.log(['Skipped on this machine:', ...lines, ''].join('\n'))
    if (this.tier === 'first') this.#printTheRest()
    console.log(`Not run: the longest tests. To run them: ${AT_LENGTH.join(', ')}`)
    console.log(`Not run: tests that need other programs. To run them: ${Object.keys(APART).join(', ')}`)
  }

  #printTheRest(): void {
    const left = leftOut(this.root)
    const total = [...left.values()].reduce((sum, count) => sum + count, 0)
    const folders = [...left]
      .toSorted(([, one], [, other]) => other - one)
      .map(([folder, count]) => `${folder} ${count}`)
    console.log(`Not run: ${total} slower test files (${folders.join(', ')}). To run them: npm run test:rest`)
  }
}
