import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendMessage } from '../../domain/chat/api.ts'
import { itemOf, stored } from '../testing/outbox.ts'
import { createItemStorage, PREFIX } from './storage.ts'

const item = (key: string, order: number, person = 1) => itemOf(sendMessage, { key, order, person })
const keys = (storage: ReturnType<typeof createItemStorage>) => storage.all().map(({ key }) => key)

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

/** A storage that holds what it has, and takes nothing more while it is full. */
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

test('items come in the order they were done, whoever did them, and equal ones in the same order each time', () => {
  const storage = createItemStorage(() => localStorage)
  for (const one of [item('c', 2), item('a', 3), item('b', 2, 2)]) storage.put(one)
  expect(keys(storage)).toEqual(['b', 'c', 'a'])
})

test('an item is kept for the next page whole, and an item of the same key takes its place', () => {
  const storage = createItemStorage(() => localStorage)
  storage.put(item('a', 1))
  storage.put({ ...item('a', 1), tries: 3, refused: 'No.' })
  expect(createItemStorage(() => localStorage).all()).toEqual([{ ...item('a', 1), tries: 3, refused: 'No.' }])
})

test('two people who use one browser never overwrite each other, also with the same key', () => {
  const storage = createItemStorage(() => localStorage)
  storage.put(item('a', 1, 1))
  storage.put(item('a', 2, 2))
  storage.remove({ key: 'a', person: 1 })
  expect(storage.all().map(({ person }) => person)).toEqual([2])
})

test('what another tab added, changed or removed is seen the next time one looks', () => {
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

test('an item that did not change is the same object, so that nothing is drawn again', () => {
  const storage = createItemStorage(() => localStorage)
  storage.put(item('a', 1))
  storage.put(item('b', 2))
  const [first, second] = storage.all()
  storage.put({ ...item('b', 2), tries: 1 })
  expect(storage.all()[0]).toBe(first)
  expect(storage.all()[1]).not.toBe(second)
})

test('where the storage is full an item lives as long as the page, among those that were stored', () => {
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

test('an item that was never stored is removed all the same', () => {
  const { storage, fill } = storageThatFills()
  fill(true)
  storage.put(item('a', 1))
  storage.remove(item('a', 1))
  expect(storage.all()).toEqual([])
})

test('where the browser refuses its storage altogether, everything lives as long as the page', () => {
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
])('what is no item is passed over, and not thrown away: %s', (_, text) => {
  localStorage.setItem(`${PREFIX}1:odd`, text)
  localStorage.setItem('theme', 'dark')
  const storage = createItemStorage(() => localStorage)
  storage.put(item('b', 2))
  expect(keys(storage)).toEqual(['b'])
  expect(localStorage.getItem(`${PREFIX}1:odd`)).toBe(text)
})
