import type { Location, UIMatch } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { forgetScroll, scrollKey } from './scroll.ts'

afterEach(forgetScroll)

let number = 0
function at(pathname: string, noScroll?: string, params: Record<string, string> = {}, search = '') {
  const location = { key: `key${number++}`, pathname, search } as Location
  return { location, key: () => scrollKey(location, [{ handle: { noScroll }, params } as unknown as UIMatch]) }
}

test('another route starts at its top', { tags: 'HDR-16' }, () => {
  expect(at('/events').key()).not.toBe(at('/activities').key())
})

test('a change of the query alone does not scroll', { tags: 'HDR-17' }, () => {
  expect(at('/events').key()).toBe(at('/events').key())
})

test('the next page of a list starts at its top', () => {
  const first = at('/activities', undefined, {}, '?q=run').key()
  expect(at('/activities', undefined, {}, '?q=run&page=2').key()).not.toBe(first)
})

test('each load starts at the top, and a reload restores its position', { tags: 'HDR-16' }, () => {
  const load = () => {
    forgetScroll()
    return scrollKey({ key: 'default', pathname: '/events', search: '' } as Location, [])
  }
  window.history.replaceState(null, '')
  const first = load()
  expect(load()).toBe(first)
  window.history.replaceState(null, '')
  expect(load()).not.toBe(first)
})

test('tabs of one goal do not scroll, those of another goal do', { tags: 'HDR-17' }, () => {
  const details = at('/my/goals/5', 'goal', { goal: '5' }).key()
  expect(at('/my/goals/5/logs', 'goal', { goal: '5' }).key()).toBe(details)
  expect(at('/my/goals/6', 'goal', { goal: '6' }).key()).not.toBe(details)
})

test('going back restores the scroll position', { tags: 'HDR-16' }, () => {
  const first = at('/events')
  const key = first.key()
  at('/about').key()
  expect(first.key()).toBe(key)
})
