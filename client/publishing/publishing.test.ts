/** The effect of actions on items on all loaded lists. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DataOf } from '../../domain/lib/page.ts'
import { itemPage, personPage } from '../../domain/publishing/api.ts'
import { type Item, ItemStatus } from '../../domain/publishing/item.ts'
import { pageAt, putPage } from '../../testing/page/pages.ts'
import { itemDataOf, itemOf, letterOf, personDataOf } from '../../testing/page/publishing.ts'
import { ADA, forget, json, respond, type Sent } from '../../testing/page/show.tsx'
import { toasts } from '../../testing/page/toasts.ts'
import { switchPerson } from '../accounts/persons.ts'
import { newMaking } from '../lib/make-once.ts'
import { queryClient } from '../lib/page-cache.ts'
import { getUser, setUser } from '../lib/user.ts'
import { createItem, moveItem, removeItem, restoreVersion, toggleStatus, updateItem } from './publishing.ts'

const ONE = itemOf(1, 'One', { order_ms: 300 })
const TWO = itemOf(2, 'Two', { order_ms: 200 })
const THREE = itemOf(3, 'Three', { order_ms: 100 })
const LETTER = letterOf(4, 'Dear Grace')
const NO_LINE = () => Promise.reject(new TypeError('Failed to fetch'))
const refused = (message: string, status = 403) => json({ message, error: message }, status)

let reload: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  reload = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  setUser(ADA)
  putPage(personPage, '/ada', personDataOf([ONE, TWO, THREE]))
  putPage(itemPage, '/ada/two', itemDataOf(TWO, [ONE, TWO, THREE]))
})
afterEach(forget)

const listOf = () => (pageAt(personPage, '/ada') as DataOf<typeof personPage>).items
const beside = () => (pageAt(itemPage, '/ada/two') as DataOf<typeof itemPage>).items
const onPage = () => (pageAt(itemPage, '/ada/two') as DataOf<typeof itemPage>).item
const ids = (items: readonly Item[]) => items.map(({ id }) => id)
const patch = (id: number) => `PATCH /api/items/${id}`
const saved = ({ body }: Sent) => json({ item: { ...TWO, ...(body?.itemData as object) } })

/** A server that responds when the test calls `finish`. */
function hanging(call: string) {
  let finish: (response: Response) => void = () => {}
  const sent = respond({ [call]: () => new Promise(resolve => (finish = resolve)) })
  return { sent, finish: (response: Response) => finish(response) }
}

test('a moved item changes each list at once, and one call saves it', {
  tags: 'PUB-041'
}, async () => {
  const { sent, finish } = hanging(patch(3))
  const moved = moveItem(listOf(), 2, 0)
  expect([ids(listOf()), ids(beside())]).toEqual([
    [3, 1, 2],
    [3, 1, 2]
  ])
  finish(json({ item: THREE }))
  await moved
  expect(sent.map(({ body }) => body?.itemData)).toEqual([{ order_ms: 10_300 }])
  expect(reload).not.toHaveBeenCalled()
})

test('assigns new numbers to the whole list when two neighbours have none between them', {
  tags: 'PUB-041'
}, async () => {
  const near = [ONE, TWO, THREE].map(item => ({ ...item, order_ms: 5 }))
  putPage(personPage, '/ada', personDataOf(near))
  const sent = respond({ [patch(1)]: saved, [patch(2)]: saved, [patch(3)]: saved })
  await moveItem(near, 2, 1)
  expect(ids(listOf())).toEqual([1, 3, 2])
  const orders = sent.map(
    ({ url, body }) => [url.split('/').at(-1), (body as { itemData: Item }).itemData.order_ms] as const
  )
  expect(orders.map(([id]) => id)).toEqual(['1', '3', '2'])
  expect(orders.every(([, order], index) => index === 0 || order < (orders[index - 1]?.[1] ?? 0))).toBe(true)
})

test('a connection lost while saving an order shows a message and reloads the lists', {
  tags: 'PUB-043'
}, async () => {
  const near = [ONE, TWO, THREE].map(item => ({ ...item, order_ms: 5 }))
  const sent = respond({ [patch(1)]: saved, [patch(3)]: NO_LINE, [patch(2)]: saved })
  await moveItem(near, 2, 1)
  expect(sent).toHaveLength(2)
  expect(toasts()).toEqual(['error: We couldn’t save the order. The server didn’t answer. Please try again.'])
  expect(reload).toHaveBeenCalled()
})

test('moving an item to another page reloads the lists', { tags: 'PUB-045' }, async () => {
  respond({ [patch(3)]: saved })
  await moveItem(listOf(), 2, 0, true)
  expect(reload).toHaveBeenCalled()
})

test('ignores a move to the same place or beyond the list', { tags: 'PUB-041' }, async () => {
  const sent = respond({})
  await moveItem(listOf(), 1, 1)
  await moveItem(listOf(), 2, 3)
  expect([sent, ids(listOf())]).toEqual([[], [1, 2, 3]])
})

test('unpublishing changes each list before the server responds, and a refusal undoes it', {
  tags: ['PUB-055', 'PUB-056']
}, async () => {
  const { sent, finish } = hanging(patch(2))
  const done = toggleStatus(TWO)
  const shown = () => [onPage().status, beside()[1]?.status, listOf()[1]?.status]
  expect(shown()).toEqual([ItemStatus.Unpublished, ItemStatus.Unpublished, ItemStatus.Unpublished])
  expect(listOf()[0]?.status).toBe(ItemStatus.Published)
  finish(refused('This group is closed.'))
  await done
  expect(sent[0]?.body?.itemData).toEqual({ status: ItemStatus.Unpublished })
  expect(shown()).toEqual([ItemStatus.Published, ItemStatus.Published, ItemStatus.Published])
  expect(toasts()).toEqual(['error: This group is closed.'])
})

test('removes a deleted item from each list by the slug that the server returns', {
  tags: ['PUB-054', 'PUB-063']
}, async () => {
  respond({ 'DELETE /api/items/2': () => json({ slug: 'two' }) })
  await removeItem(TWO)
  expect([ids(listOf()), ids(beside())]).toEqual([
    [1, 3],
    [1, 3]
  ])
})

test('a refused deletion removes nothing', { tags: 'PUB-054' }, async () => {
  respond({ 'DELETE /api/items/2': () => refused('It is a group with items.', 409) })
  await expect(removeItem(TWO)).rejects.toThrow('It is a group with items.')
  expect([ids(listOf()), reload.mock.calls.length]).toEqual([[1, 2, 3], 0])
})

test('a successful save reloads the lists, a refused one does not', { tags: 'PUB-053' }, async () => {
  respond({ [patch(2)]: () => refused('Too long.', 422) })
  await expect(updateItem(2, { title: 'x' })).rejects.toThrow('Too long.')
  expect(reload).not.toHaveBeenCalled()
  respond({ [patch(2)]: saved })
  expect((await updateItem(2, { title: 'Second' })).title).toBe('Second')
  expect(reload).toHaveBeenCalled()
})

test('restoring a version sends the shown revision', { tags: 'D-140' }, async () => {
  const sent = respond({ 'POST /api/items/2/versions/9/restore': () => json({ item: TWO }) })
  await restoreVersion(TWO, 9)
  expect(sent[0]?.body).toMatchObject({ revision: TWO.revision })
})

test("after a lost response the item takes the form's later values and is created once", {
  tags: ['PUB-052', 'PUB-059']
}, async () => {
  const fields = { title: 'Draft', content: '<p>One</p>', parent_id: null }
  let isFirst = true
  const used = { 'Idempotency-Key': 'used' }
  const sent = respond({
    'POST /api/items': ({ body }) => {
      if (isFirst) {
        isFirst = false
        throw new TypeError('Failed to fetch')
      }
      return body?.title === 'Draft'
        ? json({ item: LETTER })
        : json({ message: 'Used', error: 'Used', errors: used }, 422)
    },
    [patch(4)]: ({ body }) => json({ item: { ...LETTER, ...(body?.itemData as object) } })
  })
  const making = { current: newMaking() }
  const { key } = making.current
  await expect(createItem({ ...fields, status: 1 }, making)).rejects.toThrow()
  expect((await createItem({ ...fields, status: 1, title: 'Final' }, making)).title).toBe('Final')
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'PATCH'])
  expect(making.current.key).not.toBe(key)
})

test('switching persons changes the user and reloads all pages', {
  tags: ['PUB-074', 'D-36']
}, async () => {
  respond({ 'POST /api/me/persons/poet/switch-to': () => json({ person: { id: 12, username: 'poet' } }) })
  await switchPerson('poet')
  expect([getUser()?.person, getUser()?.username]).toEqual([{ id: 12, username: 'poet' }, 'ada'])
  expect(reload).toHaveBeenCalledTimes(2)
})

test('a refused switch changes nothing', { tags: 'D-36' }, async () => {
  respond({ 'POST /api/me/persons/poet/switch-to': () => refused('It is not yours.') })
  await expect(switchPerson('poet')).rejects.toThrow('It is not yours.')
  expect([getUser()?.person, reload.mock.calls.length]).toEqual([ADA.person, 0])
})
