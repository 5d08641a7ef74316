import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeActivityList } from '../../domain/lists/api.ts'
import { keyed } from '../../testing/page/keyed.ts'
import { ADA, forget, json, respond, type Sent } from '../../testing/page/show.tsx'
import { call, NoResponse } from './api.ts'
import { makeOnce, newMaking } from './make-once.ts'
import { setUser } from './user.ts'

const STORE = 'POST /api/activity-lists/store'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  setUser(ADA)
})
afterEach(forget)

function form() {
  const on = { current: newMaking() }
  const change = vi.fn(async (made: { title: string }) => ({ ...made, title: 'changed' }))
  const send = (body: { title: string }, key: string) => call(storeActivityList, { body, key })
  return {
    on,
    change,
    save: (title: string) => makeOnce({ title }, on, send, change),
    saveOrTell: (title: string) => makeOnce({ title }, on, send)
  }
}
const list = ({ body }: Sent) => ({ id: 4, title: body?.title, count: 0 })
const titles = (sent: Sent[]) => sent.map(({ body }) => body?.title)
const keys = (sent: Sent[]) => new Set(sent.map(({ headers }) => headers['idempotency-key']))

test("after a lost response the created thing takes the form's later values", async () => {
  const sent = respond({ [STORE]: keyed(list) })
  const { save, change } = form()
  await expect(save('One')).rejects.toThrow(NoResponse)
  expect(await save('Two')).toMatchObject({ made: { title: 'changed' }, isOlder: false })
  expect(titles(sent)).toEqual(['One', 'Two', 'One'])
  expect(keys(sent).size).toBe(1)
  expect(change).toHaveBeenCalledExactlyOnceWith({ id: 4, title: 'One', count: 0 })
})

test('creates the later values when the first request never arrived', async () => {
  const sent = respond({ [STORE]: keyed(list, 'request') })
  const { save, change } = form()
  await expect(save('One')).rejects.toThrow(NoResponse)
  expect(await save('Two')).toMatchObject({ made: { title: 'Two' } })
  expect([titles(sent), change.mock.calls]).toEqual([['One', 'Two'], []])
})

test('the same values need no change after a lost response', async () => {
  const sent = respond({ [STORE]: keyed(list) })
  const { save, on } = form()
  await expect(save('One')).rejects.toThrow(NoResponse)
  expect(await save('One')).toMatchObject({ made: { title: 'One' }, isOlder: false })
  expect([titles(sent), on.current.sent]).toEqual([['One', 'One'], [{ title: 'One' }]])
})

test('finds which of several unanswered requests succeeded', async () => {
  const server = keyed(list)
  let isDown = false
  const sent = respond({ [STORE]: one => (isDown ? Promise.reject(new TypeError('no line')) : server(one)) })
  const { saveOrTell } = form()
  isDown = true
  await expect(saveOrTell('One')).rejects.toThrow(NoResponse)
  isDown = false
  await expect(saveOrTell('Two')).rejects.toThrow(NoResponse)
  isDown = true
  await expect(saveOrTell('Three')).rejects.toThrow(NoResponse)
  isDown = false
  expect(await saveOrTell('Four')).toMatchObject({ made: { title: 'Two' }, isOlder: true })
  expect(titles(sent).slice(3)).toEqual(['Four', 'One', 'Two'])
})

test('forgets a refused request, but not one with a gateway error', async () => {
  let status = 422
  respond({ [STORE]: () => json({ message: 'No.', error: 'No.' }, status) })
  const { save, on } = form()
  await expect(save('One')).rejects.toThrow('No.')
  expect(on.current.sent).toEqual([])
  status = 502
  await expect(save('Two')).rejects.toThrow('No.')
  expect(on.current.sent).toEqual([{ title: 'Two' }])
})

test('a failed change is repeated on the next press', async () => {
  respond({ [STORE]: keyed(list) })
  const { save, change } = form()
  await expect(save('One')).rejects.toThrow(NoResponse)
  change.mockRejectedValueOnce(new NoResponse('no line'))
  await expect(save('Two')).rejects.toThrow(NoResponse)
  expect(await save('Three')).toMatchObject({ made: { title: 'changed' } })
  expect(change).toHaveBeenCalledTimes(2)
})

test('gives up a key used by something unknown, so that the next press can succeed', async () => {
  const server = keyed(list, 'request')
  respond({ [STORE]: server })
  const { save, on } = form()
  const { key } = on.current
  await expect(save('One')).rejects.toThrow(NoResponse)
  await save('Two')
  on.current = { key, sent: [] }
  await expect(save('Three')).rejects.toThrow('was done')
  expect(on.current.key).not.toBe(key)
  expect(await save('Three')).toMatchObject({ made: { title: 'Three' } })
})
