import { cgesOn, type Rival } from './methods-of.js'
import type { Recorded } from './recordings.js'
import { askJson } from './ask-cges.js'

/** Half of a recording that teaches, how many questions it has, and how it is read. */
export interface Teacher {
  readonly file: string
  readonly questions: number
  readonly how: readonly string[]
}

/**
 * Gives every rival what its paper gives it, from one half of the questions: a temperature for CISC, a gate in both
 * published forms for ReASC, a prior or a list of shapes for bayes, a map for CGES. What too few questions teach is left out with its reason.
 */
export async function calibrated(recorded: Recorded, teacher: Teacher): Promise<{ rivals: Rival[]; left: string[] }> {
  const rivals: Rival[] = []
  const left: string[] = []
  const attempt = async (what: string, learn: () => Promise<Rival | null>) => {
    try {
      const rival = await learn()
      if (rival === null) left.push(`${what}: nothing can be learned`)
      else rivals.push(rival)
    } catch (error) {
      left.push(`${what}: ${reasonOf(error)}`)
    }
  }
  await attempt('bayes', async () => ({
    method: await priorOf(teacher, []),
    name: 'bayes, prior',
    knobs: 4,
    from: 'answers',
  }))
  await attempt('bayes-shapes', async () => ({
    method: await priorOf(teacher, ['--list']),
    name: 'bayes-shapes, list',
    knobs: 'a list',
    from: 'answers',
  }))
  for (const signal of recorded.signals) {
    const of = signal === 'rm' ? ' (rewards)' : ''
    await attempt(`cges${of}`, () => mapped(signal, of, recorded, teacher))
    await attempt(`cisc${of}`, () => cooled(signal, of, recorded, teacher))
    await attempt(`reasc online${of}`, () => gated(signal, `reasc, online${of}`, teacher, []))
    await attempt(`reasc offline${of}`, () =>
      gated(signal, `reasc, offline${of}`, teacher, ['--labels', String(teacher.questions)]),
    )
  }
  return { rivals, left }
}

async function priorOf({ file, how }: Teacher, more: readonly string[]): Promise<string> {
  const anyway = how.includes('--anyway') ? ['--anyway'] : []
  const { method } = await askJson<{ readonly method: string }>(['prior', file, ...anyway, ...more])
  return method
}

/** What `cges tune` finds on the teaching half; one question is left out of it, which it checks on. */
async function tuned(signal: string, { budget }: Recorded, { file, questions, how }: Teacher): Promise<Tuned | null> {
  const slice = ['--slice', String(questions - 1), '--budget', String(budget), '--signal', signal]
  const { signals } = await askJson<{ readonly signals: readonly Tuned[] }>([
    'tune',
    file,
    ...slice,
    ...how.filter((each) => each !== '--sweep'),
  ])
  return signals[0] ?? null
}

interface Tuned {
  readonly recalibration: null | { readonly map: number[]; readonly adopted: boolean }
  readonly cisc: { readonly temperature: number }
}

async function mapped(signal: string, of: string, recorded: Recorded, teacher: Teacher): Promise<Rival | null> {
  const found = (await tuned(signal, recorded, teacher))?.recalibration ?? null
  if (found === null) return null
  return { method: `${cgesOn(signal)},map=${found.map.join(';')}`, name: `cges, map${of}`, knobs: 2, from: 'labels' }
}

async function cooled(signal: string, of: string, recorded: Recorded, teacher: Teacher): Promise<Rival | null> {
  const found = await tuned(signal, recorded, teacher)
  if (found === null) return null
  const method = `cisc:confidence=${signal},temperature=${found.cisc.temperature}`
  return { method, name: `cisc, T${of}`, knobs: 1, from: 'labels' }
}

async function gated(signal: string, name: string, teacher: Teacher, labels: readonly string[]): Promise<Rival> {
  const command = ['gate', teacher.file, '--confidence', signal, ...labels, ...logOptions(teacher)]
  const { method } = await askJson<{ readonly method: string }>(command)
  return { method, name, knobs: 3, from: labels.length > 0 ? 'labels' : 'answers' }
}

/** What `gate` and `prior` take of how a recording is read. */
function logOptions({ how }: Teacher): string[] {
  const at = how.flatMap((option, place) => (KEPT.has(option) ? [option, how[place + 1] ?? ''] : []))
  return [...at, ...(how.includes('--anyway') ? ['--anyway'] : [])]
}

const KEPT = new Set(['--confidence-map', '--reward-map'])

function reasonOf(error: unknown): string {
  const said = (error as { readonly stderr?: string }).stderr ?? String(error)
  return said.trim().split('\n').at(-1) ?? 'it failed'
}
