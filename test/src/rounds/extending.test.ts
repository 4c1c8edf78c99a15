import { type DataSource, extendEvaluation, LOCAL_TEAM } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { method, questions, round, submit, type Wanted } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { recount, recountLive } from '../support/recount.js'
import { withEveryRule } from '../support/every-rule.js'
import { useDatabase } from '../support/databases.js'
import { answerTo } from './commands.js'
import { countSamples, runAlone } from './run-alone.js'

const database = useDatabase(8)

async function trueTotals(db: DataSource, id: string): Promise<void> {
  const { stored, counted } = await recount(db, id)
  expect(stored).toEqual(counted)
  const live = await recountLive(db, id)
  expect(live.stored).toEqual(live.counted)
}

const LARGE: Wanted = { benchmark: { name: 'many', questions: questions(36) } }

it('costs no call where the samples drawn suffice for a method added to a finished evaluation', async () => {
  const db = database()
  const first = await submit(db, { ...LARGE, methods: ['sc@6'] })
  expect((await runAlone(db, first)).status).toBe('done')
  const before = await countSamples(db, first)
  const listed = [
    'esc:window=2@6',
    'asc-dirichlet:threshold=0.8@6',
    'dsc:easyRun=4,preSamples=2,predictFrom=4@6',
    'cges:confidence=lns-arith,gamma=0.9@5',
    'sc@3',
    'voi@6',
    'majority:alpha=0.3@5',
  ].concat(
    [
      'mmc:alpha=0.3@6',
      'cite:alpha=0.4@6',
      'bayes:delta=0.2,easy=0.1@6',
      'bayes-shapes:delta=0.2,shapes=9x1/5x6-1/3x3-2-1@6',
      'doubling@6',
      'cges:confidence=constant,gamma=0.9,map=-0.2;1.2@6',
      'sc:abstainBelow=0.6@6',
    ],
    ['reasc:confidence=self-certainty-b10-window,gate=0.6,mean=0.4,spread=0.1@6'],
    ['reasc:confidence=lns-arith,gate=0.9,mean=0.7,spread=0.1@6', 'cisc:confidence=lns-arith@4'],
    ['cite-weighted:alpha=0.4,confidence=lns-arith@6', 'beacon:confidence=lns-arith,cost=0.02@6'],
    ['asc-beta:calibrate=20,certified=0.2/0.1@6', 'fixed-total:totalCalls=90@5', 'blend-asc:totalCalls=100@6'],
  )
  // What was not followed token by token cannot be added: fleet/deepconf.test.ts adds it where it was.
  const added = withEveryRule(listed, 6, ['deepconf'])
  const methods = added.map(method)
  expect(await extendEvaluation(db, LOCAL_TEAM, { id: first, methods, caps: {} })).toEqual({ kind: 'extended' })
  const extended = await runAlone(db, first)
  expect(await countSamples(db, first)).toBe(before)
  await trueTotals(db, first)
  const whole = await submit(db, {
    ...LARGE,
    methods: ['sc@6', ...added],
  })
  expect(extended).toEqual(await runAlone(db, whole))
})

it.each([
  {
    what: 'a larger budget, once it is done',
    done: true,
    first: { methods: ['sc@2', 'asc-beta@4'] },
    more: { methods: ['sc@5'], replicates: undefined },
    whole: { methods: ['sc@2', 'asc-beta@4', 'sc@5'] },
  },
  {
    what: 'more replicates, once it is done',
    done: true,
    first: { methods: ['sc@2'], changes: { replicates: 1 } },
    more: { methods: [], replicates: 2 },
    whole: { methods: ['sc@2'], changes: { replicates: 2 } },
  },
  {
    what: 'both, half-way',
    done: false,
    first: { methods: ['asc-beta@3'], changes: { replicates: 1 } },
    more: { methods: ['sc@4'], replicates: 2 },
    whole: { methods: ['asc-beta@3', 'sc@4'], changes: { replicates: 2 } },
  },
])('draws only what is missing for $what, and ends as if it had been asked for at once', async (each) => {
  const db = database()
  const id = await submit(db, { ...LARGE, ...each.first })
  if (each.done) await runAlone(db, id)
  else {
    await round(db, id)
    await landAll(db, answerTo)
    await round(db, id)
  }
  const { methods, replicates } = each.more
  await extendEvaluation(db, LOCAL_TEAM, { id, methods: methods.map(method), replicates, caps: {} })
  const ended = await runAlone(db, id)
  await trueTotals(db, id)
  const reference = await submit(db, { ...LARGE, ...each.whole })
  expect(ended).toEqual(await runAlone(db, reference))
  expect(await countSamples(db, id)).toBe(await countSamples(db, reference))
})
