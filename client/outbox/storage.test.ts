import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendMessage } from '../../domain/chat/api.ts'
import { itemOf, stored } from '../../testing/page/outbox.ts'
import { createItemStorage, PREFIX } from './storage.ts'

const item = (key: string, order: number, person = 1) => itemOf(sendMessage, { key, order, person })
const keys = (storage: ReturnType<typeof createItemStorage>) => storage.all().map(({ key }) => key)

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

/** A storage that can become full: it keeps its items but accepts no more. */
function storageThatFills() {
  let isFull = false
  const setItem = (name: string, text: string): void => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError')
    localStorage.setItem(name, text)
  }
  const given = {
    setItem,
    getItem: (name: string) => localStorage.getItem(name),
    removeItem: (name: string) => localStorage.removeItem(name),
    key: (index: number) => localStorage.key(index),
    get length() {
      return localStorage.length
    }
  }
  const storage = createItemStorage(() => given as Storage)
  return {
    storage,
    fill(full: boolean) {
      isFull = full
    }
  }
}

test('returns items of all people in a stable order', () => {
  const storage = createItemStorage(() => localStorage)
  for (const one of [item('c', 2), item('a', 3), item('b', 2, 2)]) storage.put(one)
  expect(keys(storage)).toEqual(['b', 'c', 'a'])
})

test('stores an item completely, and replaces one with the same key', () => {
  const storage = createItemStorage(() => localStorage)
  storage.put(item('a', 1))
  storage.put({ ...item('a', 1), tries: 3, refused: 'No.' })
  expect(createItemStorage(() => localStorage).all()).toEqual([{ ...item('a', 1), tries: 3, refused: 'No.' }])
})

test("two people in one browser never overwrite each other's items, even with the same key", () => {
  const storage = createItemStorage(() => localStorage)
  storage.put(item('a', 1, 1))
  storage.put(item('a', 2, 2))
  storage.remove({ key: 'a', person: 1 })
  expect(storage.all().map(({ person }) => person)).toEqual([2])
})

test('sees the changes of another tab at the next read', () => {
  const here = createItemStorage(() => localStorage)
  const there = createItemStorage(() => localStorage)
  here.put(item('a', 1))
  there.put(item('b', 2))
  expect(keys(here)).toEqual(['a', 'b'])
  there.put({ ...item('a', 1), tries: 1 })
  expect(here.all()[0]?.tries).toBe(1)
  there.remove(item('a', 1))
  expect(keys(here)).toEqual(['b'])
})

test('returns the same object for an unchanged item, to avoid renders', () => {
  const storage = createItemStorage(() => localStorage)
  storage.put(item('a', 1))
  storage.put(item('b', 2))
  const [first, second] = storage.all()
  storage.put({ ...item('b', 2), tries: 1 })
  expect(storage.all()[0]).toBe(first)
  expect(storage.all()[1]).not.toBe(second)
})

test('with full storage an item lasts as long as the page, in order with stored ones', () => {
  const { storage, fill } = storageThatFills()
  storage.put(item('a', 1))
  storage.put(item('c', 3))
  fill(true)
  storage.put(item('b', 2))
  expect(keys(storage)).toEqual(['a', 'b', 'c'])
  expect(stored().map(({ key }) => key)).toEqual(['a', 'c'])
  storage.put({ ...item('b', 2), tries: 1 })
  expect(storage.all()[1]?.tries).toBe(1)
  fill(false)
  storage.put({ ...item('b', 2), tries: 2 })
  expect(storage.all().map(({ key, tries }) => [key, tries])).toEqual([
    ['a', 0],
    ['b', 2],
    ['c', 0]
  ])
  expect(stored()).toHaveLength(3)
})

test('removes an item that was never stored', () => {
  const { storage, fill } = storageThatFills()
  fill(true)
  storage.put(item('a', 1))
  storage.remove(item('a', 1))
  expect(storage.all()).toEqual([])
})

test('without storage all items last as long as the page', () => {
  const storage = createItemStorage(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  storage.put(item('b', 2))
  storage.put(item('a', 1))
  expect(keys(storage)).toEqual(['a', 'b'])
  storage.remove(item('a', 1))
  expect(keys(storage)).toEqual(['b'])
})

test.each([
  ['half of an item', '{"key":"a","person":1'],
  ['no body', JSON.stringify({ ...item('a', 1), body: 'text' })],
  ['no person', JSON.stringify({ ...item('a', 1), person: undefined })],
  ['an order that is a text', JSON.stringify({ ...item('a', 1), order: 'first' })],
  ['nothing', 'null']
])('ignores an invalid entry and keeps it: %s', (_, text) => {
  localStorage.setItem(`${PREFIX}1:odd`, text)
  localStorage.setItem('theme', 'dark')
  const storage = createItemStorage(() => localStorage)
  storage.put(item('b', 2))
  expect(keys(storage)).toEqual(['b'])
  expect(localStorage.getItem(`${PREFIX}1:odd`)).toBe(text)
})
