import { EvaluationView } from '@cges-fleet/core'
import { CancelEvaluation, FollowEvaluation, pathOf, GetEvaluation } from '@cges-fleet/core/contract'
import { expect, it, vi } from 'vitest'
import { drawn, round } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { follow, submitted, useApi } from './use-api.js'

const api = useApi()

it('sends whole snapshots whose id is the version, then bye, and ends the stream', async () => {
  const { db, url } = api()
  const id = await submitted(api())
  const stream = await follow(`${url}${pathOf(FollowEvaluation, { path: { id } })}`)
  expect(stream.status).toBe(200)
  expect(stream.type).toContain('text/event-stream')
  await vi.waitFor(() => expect(stream.events).toHaveLength(1))
  await round(db, id)
  await landAll(db, () => drawn('0'))
  await vi.waitFor(() => expect(stream.events.length).toBeGreaterThanOrEqual(2))
  await round(db, id)
  await stream.ended
  const names = stream.events.map(({ event }) => event)
  expect(names.at(-1)).toBe('bye')
  expect(new Set(names.slice(0, -1))).toEqual(new Set(['snapshot']))
  const views = stream.events.slice(0, -1).map(({ id: version, data }) => {
    const view = EvaluationView.parse(data)
    expect(version).toBe(String(view.version))
    return view
  })
  expect(views[0]).toMatchObject({ version: 0, status: 'running' })
  expect(views.map(({ version }) => version)).toEqual(
    views.map(({ version }) => version).toSorted((one, other) => one - other),
  )
  expect(views.at(-1)).toMatchObject({ version: 2, status: 'done', trials: { closed: 2 } })
  expect(stream.events.at(-1)).toEqual({ id: '2', event: 'bye', data: { version: 2 } })
  const shown = EvaluationView.parse((await api().get(pathOf(GetEvaluation, { path: { id } }))).body)
  const { at: _at, ...last } = views.at(-1) ?? shown
  expect(shown).toMatchObject(last)
})

it('tells a client that saw the end to stay away, and shows the end to one that did not', async () => {
  const id = await submitted(api())
  await api().post(pathOf(CancelEvaluation, { path: { id } }))
  const live = pathOf(FollowEvaluation, { path: { id } })
  const first = await follow(`${api().url}${live}`)
  await first.ended
  expect(first.events.map(({ event }) => event)).toEqual(['snapshot', 'bye'])
  const seen = first.events.at(-1)?.id ?? ''
  const again = await api().get(live, { 'last-event-id': seen })
  expect({ status: again.status, text: again.text }).toEqual({ status: 204, text: '' })
  const behind = await follow(`${api().url}${live}`, { 'last-event-id': '0' })
  await behind.ended
  expect(behind.events.map(({ id: version }) => version)).toEqual([seen, seen])
})

it('goes on with a snapshot where a client comes back to a running evaluation', async () => {
  const id = await submitted(api())
  const stream = await follow(`${api().url}${pathOf(FollowEvaluation, { path: { id } })}`, { 'last-event-id': '0' })
  await vi.waitFor(() => expect(stream.events).toHaveLength(1))
  stream.leave()
  await stream.ended
})

it('serves many readers of one evaluation the same frames, and forgets those who leave', async () => {
  const { db, url } = api()
  const id = await submitted(api())
  const streams = await Promise.all(
    Array.from({ length: 12 }, () => follow(`${url}${pathOf(FollowEvaluation, { path: { id } })}`)),
  )
  await vi.waitFor(() => streams.forEach((stream) => expect(stream.events).toHaveLength(1)))
  streams.slice(0, 6).forEach((stream) => stream.leave())
  await round(db, id)
  await api().post(pathOf(CancelEvaluation, { path: { id } }))
  await Promise.all(streams.map((stream) => stream.ended))
  for (const stream of streams.slice(6)) {
    expect(stream.events.at(-2)).toMatchObject({ event: 'snapshot', data: { status: 'cancelled' } })
    expect(stream.events.at(-2)).toEqual(streams.at(-1)?.events.at(-2))
  }
  expect((await api().get('/health')).status).toBe(200)
})
