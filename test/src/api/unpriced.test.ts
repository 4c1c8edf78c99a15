import { AccountsView, EvaluationAccount, EvaluationPage, EvaluationView } from '@cges-fleet/core'
import {
  GetAccounts,
  GetEvaluation,
  GetEvaluationAccount,
  ListEvaluations,
  pathOf,
  PricePool,
} from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { drawn, POOL, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useTeams } from '../access/use-teams.js'

const teams = useTeams()

const read = async (path: string) => (await teams().ask('GET', path, { key: teams().one.keys.viewer })).body

const UNKNOWN = { money: null, currency: null }

/** What an evaluation cost, on its page, in the list and in its account; they must agree. */
async function costOf(id: string) {
  const { spent } = EvaluationView.parse(await read(pathOf(GetEvaluation, { path: { id } })))
  const { evaluations } = EvaluationPage.parse(await read(pathOf(ListEvaluations)))
  const account = EvaluationAccount.parse(await read(pathOf(GetEvaluationAccount, { path: { id } })))
  const { money, currency } = spent
  expect(evaluations.find((one) => one.id === id)?.cost).toMatchObject({ money, currency })
  expect([account.money?.paid ?? null, account.money?.currency ?? null]).toEqual([money, currency])
  return { money, currency }
}

async function price(body: { readonly gpuHour: number | null; readonly completionMillion?: number }) {
  const at = pathOf(PricePool, { path: { pool: POOL } })
  const answer = await teams().ask('POST', at, { key: teams().one.keys.operator, body: { ...body, currency: 'EUR' } })
  expect(answer.status, answer.text).toBe(200)
}

const begin = () => submit(teams().db, { team: teams().one.id, benchmark: { name: 'numbers-one' }, methods: ['sc@4'] })

/** Some pending calls land, all unless fewer are wanted, and a round reads them. */
async function step(id: string, most: number | null = null): Promise<void> {
  await landAll(teams().db, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null), most)
  await round(teams().db, id)
}

const used = async () => {
  const { days, months } = AccountsView.parse(await read(pathOf(GetAccounts)))
  return [days[0], months[0]].map((one) => ({ money: one?.money, currency: one?.currency }))
}

it('does not know what an evaluation cost that ran without a price, whichever price is set later', async () => {
  const id = await begin()
  await round(teams().db, id)
  await step(id)
  for (const body of [{ gpuHour: 3600 }, { gpuHour: null, completionMillion: 1 }, { gpuHour: null }]) {
    await price(body)
    // A round that reads no call books nothing, at whatever price.
    await round(teams().db, id)
    expect(await costOf(id)).toEqual(UNKNOWN)
    expect(await used()).toEqual([UNKNOWN, UNKNOWN])
  }
})

it('shows what it knows: nothing for no call, and the sum of the calls that had a price', async () => {
  const id = await begin()
  await round(teams().db, id)
  await price({ gpuHour: 3600 })
  expect(await costOf(id)).toEqual({ money: 0, currency: 'EUR' })
  await price({ gpuHour: null })
  await step(id, 7)
  expect(await costOf(id)).toEqual(UNKNOWN)
  await price({ gpuHour: 3600 })
  await step(id)
  // One of its eight calls, of 0.512 s, at 1 EUR a GPU second.
  const priced = { money: expect.closeTo(0.512, 5), currency: 'EUR' }
  expect(await costOf(id)).toEqual(priced)
  expect(await used()).toEqual([priced, priced])
})
