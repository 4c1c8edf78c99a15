/** What a machine has of that which a container engine needs. */
export interface Machine {
  readonly platform: string
  readonly root: boolean
  /** The controllers of the kernel's control groups. */
  readonly controllers: readonly string[]
  readonly overlay: boolean
  /** What the firewall does with packets between containers that no rule speaks of. */
  readonly forwards: boolean
  readonly freeGigabytes: number
  readonly missing: readonly Missing[]
}

/** A program that is not there, and what installs it. */
export interface Missing {
  readonly program: string
  readonly install: string
}

const CONTROLLERS = ['cpu', 'memory', 'pids'] as const
const GIGABYTES = 12

/** Lists why no engine of our own can run on a machine, in sentences that say what would help; empty if one can. */
export function whyNot(machine: Machine): string[] {
  if (machine.platform !== 'linux') return [`a container engine needs Linux, and this is ${machine.platform}`]
  const without = CONTROLLERS.filter((name) => !machine.controllers.includes(name))
  return [
    ...(machine.root ? [] : ['an engine of its own needs root: run it with sudo']),
    ...(without.length === 0 ? [] : [`the kernel has no control group for ${without.join(' and ')}`]),
    ...(machine.overlay ? [] : ['the kernel has no overlay file system']),
    ...(machine.forwards
      ? []
      : [
          'the firewall drops what containers send each other (policy DROP of FORWARD), as where another Docker runs: use that one with --host',
        ]),
    ...(machine.freeGigabytes >= GIGABYTES
      ? []
      : [
          `${machine.freeGigabytes.toFixed(0)} GB are free where ${GIGABYTES} are needed: name a larger disk with --data`,
        ]),
    ...machine.missing.map(({ program, install }) => `${program} is missing: ${install}, or --install does`),
  ]
}
