/** Editing an item over a bad connection, in two places, and while its form closes. */
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Clash, Side } from '../../../domain/lib/edits/merge.ts'
import type { ResponseOf } from '../../../domain/lib/endpoint.ts'
import type { getItem } from '../../../domain/publishing/item-api.ts'
import { itemOf } from '../../../testing/page/publishing.ts'
import { ADA, forget, json, respond, type Sent } from '../../../testing/page/show.tsx'
import { markLoginFound, markLoginLost, startIdentity } from '../../lib/identity.ts'
import { queryClient } from '../../lib/page-cache.ts'
import { setUser } from '../../lib/user.ts'
import type { ItemFields } from '../publishing.ts'
import { itemQuery, useServerDraft } from './server-draft.ts'

const DRAFT = 'PUT /api/items/1/draft'
const ITEM = itemOf(1, 'Letter', { content: '<p>One</p>', revision: 3 })
const FIELDS: ItemFields = { title: ITEM.title, content: ITEM.content, parent_id: null }
const NO_LINE = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  setUser(ADA)
})
afterEach(async () => {
  // A form that closes sends its last text.
  cleanup()
  await vi.advanceTimersByTimeAsync(0)
  forget()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const texts = (sent: Sent[]) => sent.map(({ body }) => body?.content)

/** The item's form; `type` changes its text, and `now` returns its fields. */
function open(draft: ResponseOf<typeof getItem>['draft'] = null, choose: Side | null = 'mine') {
  const onKept = vi.fn()
  const asked: (readonly Clash[])[] = []
  let isOpen = true
  const ask = async (clashes: readonly Clash[]) => {
    asked.push(clashes)
    // Nobody answers the dialog of a closed form.
    if (!isOpen) await new Promise(() => {})
    return choose && Object.fromEntries(clashes.map(({ path }) => [path, choose]))
  }
  let fields = FIELDS
  const base = { form: FIELDS, revision: ITEM.revision }
  const opened = { item: ITEM, draft } as ResponseOf<typeof getItem>
  const typing = () => ({ fields, base, onKept, change })
  const hook = renderHook(() => useServerDraft(opened, typing(), ask))
  function change(changed: Partial<ItemFields>): void {
    fields = { ...fields, ...changed }
    if (isOpen) hook.rerender()
  }
  const type = (content: string): void => act(() => change({ content }))
  const unmount = (): void => {
    isOpen = false
    hook.unmount()
  }
  return { ...hook, unmount, type, onKept, asked, now: () => fields }
}

/** A server that counts the saves of the draft. */
function server(): Sent[] {
  let saves = 0
  return respond({ [DRAFT]: () => json({ saves: ++saves }), 'DELETE /api/items/1/draft': () => json({}) })
}

test('saves the text two seconds after the last letter, and then the browser drops its copy', {
  tags: 'D-140'
}, async () => {
  const sent = server()
  const { type, onKept } = open()
  type('<p>O</p>')
  await pass(1500)
  type('<p>On</p>')
  await pass(1999)
  expect(sent).toEqual([])
  await pass(1)
  expect(sent.map(({ body }) => [body?.content, body?.revision, body?.saves])).toEqual([['<p>On</p>', 3, 0]])
  expect(onKept).toHaveBeenCalled()
})

test('an unchanged form sends nothing, not even when it closes', { tags: 'D-140' }, async () => {
  const sent = server()
  const { unmount } = open()
  await pass(10_000)
  unmount()
  await pass(10_000)
  expect(sent).toEqual([])
})

test('text typed during a save is saved next', { tags: 'D-140' }, async () => {
  const finish: (() => void)[] = []
  const sent = respond({
    [DRAFT]: () => new Promise(resolve => finish.push(() => resolve(json({ saves: finish.length }))))
  })
  const { type, onKept } = open()
  type('<p>Two</p>')
  await pass(2000)
  type('<p>Three</p>')
  await pass(5000)
  expect(texts(sent)).toEqual(['<p>Two</p>'])
  finish[0]?.()
  await pass(0)
  expect(sent.map(({ body }) => [body?.content, body?.saves])).toEqual([
    ['<p>Two</p>', 0],
    ['<p>Three</p>', 1]
  ])
  // The first response is older than the text in the form.
  expect(onKept).not.toHaveBeenCalled()
  finish[1]?.()
  await pass(0)
  expect(onKept).toHaveBeenCalledTimes(1)
})

test('without a connection the browser keeps the text, and the next change sends all of it', {
  tags: 'D-140'
}, async () => {
  respond({ [DRAFT]: NO_LINE })
  const { type, onKept } = open()
  type('<p>Two</p>')
  await pass(60_000)
  expect(onKept).not.toHaveBeenCalled()
  const sent = server()
  type('<p>Two and a half</p>')
  await pass(2000)
  expect([texts(sent), onKept.mock.calls.length]).toEqual([['<p>Two and a half</p>'], 1])
})

test('closing sends the last text at once, and reopening waits for it', {
  tags: 'D-140'
}, async () => {
  let finish: (response: Response) => void = () => {}
  const sent = respond({
    [DRAFT]: () => new Promise(resolve => (finish = resolve)),
    'GET /api/items/1': () => json({ item: ITEM, draft: { content: '<p>Last</p>' } })
  })
  const { type, unmount } = open()
  type('<p>Last</p>')
  unmount()
  await pass(0)
  expect(texts(sent)).toEqual(['<p>Last</p>'])
  const reopened = queryClient.fetchQuery(itemQuery(1))
  await pass(1000)
  expect(sent).toHaveLength(1)
  finish(json({ saves: 1 }))
  await pass(0)
  expect((await reopened).draft?.content).toBe('<p>Last</p>')
})

test('saves no draft while the item is being saved, and resumes only after a failure', {
  tags: 'D-140'
}, async () => {
  const sent = server()
  const { result, type, unmount } = open()
  type('<p>Two</p>')
  await act(() => result.current.settle())
  await pass(10_000)
  expect(sent).toEqual([])
  // The item's save was refused.
  result.current.resume()
  type('<p>Three</p>')
  await pass(2000)
  expect(texts(sent)).toEqual(['<p>Three</p>'])
  await act(() => result.current.settle())
  type('<p>Four</p>')
  unmount()
  await pass(10_000)
  expect(sent).toHaveLength(1)
})

test('deletes a discarded draft if the server has it, and does not save it again', {
  tags: 'D-140'
}, async () => {
  const sent = server()
  const { result, type, unmount } = open()
  type('<p>Two</p>')
  type(FIELDS.content)
  await act(() => result.current.forget())
  expect(sent).toEqual([])
  type('<p>Three</p>')
  await pass(2000)
  type(FIELDS.content)
  await act(() => result.current.forget())
  unmount()
  await pass(10_000)
  expect(sent.map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
})

/** Another page of the user has saved this draft meanwhile. */
const newer = (title: string, content: string) => () =>
  json({ message: 'Newer', error: 'Newer', newer: { title, content, saves: 7 } }, 409)

test('merges changes of two pages to different fields without a question, and saves them', {
  tags: 'D-140'
}, async () => {
  const responses = [newer('Letter to Grace', FIELDS.content), () => json({ saves: 8 })]
  const sent = respond({ [DRAFT]: () => (responses.shift() as () => Response)() })
  const { type, asked, now } = open()
  type('<p>Two</p>')
  await pass(2000)
  expect([asked, now()]).toEqual([[], { title: 'Letter to Grace', content: '<p>Two</p>', parent_id: null }])
  await pass(2000)
  expect(sent.map(({ body }) => [body?.title, body?.content, body?.saves])).toEqual([
    ['Letter', '<p>Two</p>', 0],
    ['Letter to Grace', '<p>Two</p>', 7]
  ])
})

test.each<[Side, string]>([
  ['mine', '<p>Mine</p>'],
  ['theirs', '<p>Theirs</p>']
])('if both pages changed the same field, the person chooses %s', { tags: 'D-140' }, async (side, content) => {
  respond({ [DRAFT]: newer('Letter', '<p>Theirs</p>') })
  const { type, asked, now } = open(null, side)
  type('<p>Mine</p>')
  await pass(2000)
  expect([asked.map(([clash]) => clash?.field), now().content]).toEqual([['content'], content])
})

test('asks once if the person dismisses the question', { tags: 'D-140' }, async () => {
  const sent = respond({ [DRAFT]: newer('Letter', '<p>Theirs</p>') })
  const { type, asked, now } = open(null, null)
  type('<p>Mine</p>')
  await pass(2000)
  type('<p>Mine again</p>')
  await pass(10_000)
  expect([asked.length, sent.length, now().content]).toEqual([1, 1, '<p>Mine again</p>'])
})

test("closing the form asks no question about another page's text, and reopening works", {
  tags: 'D-140'
}, async () => {
  respond({
    [DRAFT]: newer('Letter', '<p>Theirs</p>'),
    'GET /api/items/1': () => json({ item: ITEM, draft: { content: '<p>Theirs</p>' } })
  })
  const { type, asked, onKept, unmount } = open()
  type('<p>Mine</p>')
  unmount()
  const reopened = queryClient.fetchQuery(itemQuery(1))
  await pass(0)
  expect((await reopened).draft?.content).toBe('<p>Theirs</p>')
  // This browser keeps the other text and offers it.
  expect([asked, onKept.mock.calls.length]).toEqual([[], 0])
})

test('an ended login shows no prompt while typing', {
  tags: 'SEC-11'
}, async () => {
  const ask = vi.fn()
  let isIn = false
  startIdentity({ check: async () => (isIn ? markLoginFound() : markLoginLost(null)), ask })
  const sent = respond({
    [DRAFT]: () => (isIn ? json({ saves: 1 }) : json({ message: 'Sign in', error: 'Sign in' }, 401))
  })
  const { type, onKept } = open()
  type('<p>Two</p>')
  await pass(10_000)
  type('<p>Three</p>')
  await pass(10_000)
  expect([ask.mock.calls.length, onKept.mock.calls.length, sent.length]).toEqual([0, 0, 2])
  isIn = true
  type('<p>Four</p>')
  await pass(2000)
  expect([texts(sent).at(-1), onKept.mock.calls.length]).toEqual(['<p>Four</p>', 1])
})
