import { beforeEach, expect, test, vi } from 'vitest'
import { ADA } from '../../testing/page/show.tsx'
import { refuseStorage } from '../../testing/page/storage.ts'
import { setUser } from '../lib/user.ts'
import { forgetTimer, noteTimer, readTimers, setTimers } from './running-timers.ts'

const NOW = Date.now()
const SOON = NOW + 600_000
const stored = () => readTimers(localStorage.getItem('timers'))
const ids = () => stored().map(({ id }) => id)
const log = (id: number, goal_id: number | null = 5) => ({ id, goal_id, goal: { title: 'Read' } })
const fromServer = (id: number, due = SOON) => ({ id, goal_id: 5, title: 'Read', due_at: new Date(due).toISOString() })

beforeEach(() => {
  localStorage.clear()
  setUser(ADA)
})

test('stores a running timer once, with its title and its end', { tags: 'LOG-29' }, () => {
  noteTimer(log(1), SOON)
  noteTimer(log(1), SOON + 5000)
  expect(stored()).toEqual([{ id: 1, goal: 5, title: 'Read', due: SOON + 5000, user: ADA.id }])
})

test('forgets a paused or stopped timer, but keeps one that ended until its end was shown', () => {
  noteTimer(log(1), SOON)
  noteTimer(log(2), NOW - 1000)
  noteTimer(log(1), null)
  noteTimer(log(2), null)
  expect(ids()).toEqual([2])
  forgetTimer(2)
  expect(localStorage.getItem('timers')).toBeNull()
})

test('ignores logs without a goal, and visitors', () => {
  noteTimer(log(1, null), SOON)
  setUser(null)
  noteTimer(log(2), SOON)
  expect(ids()).toEqual([])
})

test("takes the server's timers, but keeps those whose end was not shown yet", () => {
  noteTimer(log(1), SOON)
  noteTimer(log(2), NOW - 1000)
  setTimers(ADA.id, [fromServer(3), fromServer(4)])
  expect(ids()).toEqual([2, 3, 4])
  setTimers(ADA.id, [fromServer(2)])
  expect(stored()).toMatchObject([{ id: 2, due: SOON }])
})

test('keeps the timers of another person in this browser', () => {
  noteTimer(log(1), SOON)
  setUser({ ...ADA, id: 99 })
  noteTimer(log(2), SOON)
  setTimers(99, [])
  expect(ids()).toEqual([1])
})

test.each(['', '{', 'null', '{}', '5', '"timers"'])('ignores invalid stored timers: %j', text => {
  localStorage.setItem('timers', text)
  expect(stored()).toEqual([])
  noteTimer(log(1), SOON)
  expect(ids()).toEqual([1])
})

test('works without storage', () => {
  refuseStorage()
  expect(() => {
    noteTimer(log(1), SOON)
    forgetTimer(1)
    setTimers(ADA.id, [fromServer(3)])
  }).not.toThrow()
  vi.unstubAllGlobals()
})
