import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeActivityList } from '../../domain/lists/api.ts'
import { keyed } from '../testing/keyed.ts'
import { ADA, forget, json, respond, type Sent } from '../testing/show.tsx'
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

test('what was made though its response was lost is changed to what is in the form by then', async () => {
  const sent = respond({ [STORE]: keyed(list) })
  const { save, change } = form()
  await expect(save('One')).rejects.toThrow(NoResponse)
  expect(await save('Two')).toMatchObject({ made: { title: 'changed' }, isOlder: false })
  expect(titles(sent)).toEqual(['One', 'Two', 'One'])
  expect(keys(sent).size).toBe(1)
  expect(change).toHaveBeenCalledExactlyOnceWith({ id: 4, title: 'One', count: 0 })
})

test('what never arrived is made as it is in the form by then, at once', async () => {
  const sent = respond({ [STORE]: keyed(list, 'request') })
  const { save, change } = form()
  await expect(save('One')).rejects.toThrow(NoResponse)
  expect(await save('Two')).toMatchObject({ made: { title: 'Two' } })
  expect([titles(sent), change.mock.calls]).toEqual([['One', 'Two'], []])
})

test('the same words need no change, whatever was lost', async () => {
  const sent = respond({ [STORE]: keyed(list) })
  const { save, on } = form()
  await expect(save('One')).rejects.toThrow(NoResponse)
  expect(await save('One')).toMatchObject({ made: { title: 'One' }, isOlder: false })
  expect([titles(sent), on.current.sent]).toEqual([['One', 'One'], [{ title: 'One' }]])
})

test('of several sendings without a response the one is found that was done', async () => {
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

test('what was refused was not made, and what a gateway says is no refusal', async () => {
  let status = 422
  respond({ [STORE]: () => json({ message: 'No.', error: 'No.' }, status) })
  const { save, on } = form()
  await expect(save('One')).rejects.toThrow('No.')
  expect(on.current.sent).toEqual([])
  status = 502
  await expect(save('Two')).rejects.toThrow('No.')
  expect(on.current.sent).toEqual([{ title: 'Two' }])
})

test('a change that fails is tried again with the next press', async () => {
  respond({ [STORE]: keyed(list) })
  const { save, change } = form()
  await expect(save('One')).rejects.toThrow(NoResponse)
  change.mockRejectedValueOnce(new NoResponse('no line'))
  await expect(save('Two')).rejects.toThrow(NoResponse)
  expect(await save('Three')).toMatchObject({ made: { title: 'changed' } })
  expect(change).toHaveBeenCalledTimes(2)
})

test('a key that something unknown has used is given up, so that the next press is not refused for ever', async () => {
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
