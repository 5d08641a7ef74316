import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { itemOf, keep, stored } from '../../testing/page/outbox.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { pressGoal } from '../goals/goal-presses.ts'
import { resetServerClock, takeKeptContact } from '../lib/dates/server-clock.ts'
import { markLoginFound, markLoginLost } from '../lib/identity.ts'
import { setUser } from '../lib/user.ts'
import { OutboxStatus } from './OutboxStatus.tsx'

const SAY = { method: 'POST', path: '/api/x' } as const
let hanging: ((response: Response) => void)[]
let onLine: boolean

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  onLine = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => onLine)
  localStorage.clear()
  setUser(ADA)
  hanging = []
})
afterEach(() => {
  forget()
  resetServerClock()
})

function network() {
  return respond({ 'POST /api/x': () => new Promise(resolve => hanging.push(resolve)) })
}

const status = (): string | null => screen.getByRole('status').textContent
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const respondNext = (response: Response) =>
  act(async () => {
    hanging.shift()?.(response)
    await vi.advanceTimersByTimeAsync(1)
  })

function line(isThere: boolean): void {
  onLine = isThere
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')))
}

test('shows nothing about items that are sent within two seconds', async () => {
  network()
  keep(itemOf(SAY))
  show(<OutboxStatus />)
  await pass(1999)
  expect([status(), hanging.length]).toEqual(['', 1])
  await respondNext(json({}))
  await pass(10_000)
  expect(status()).toBe('')
})

test('shows items that wait for two seconds, until they are sent', async () => {
  network()
  keep(itemOf(SAY))
  keep(itemOf(SAY, { key: 'another-key', order: 2 }))
  show(<OutboxStatus />)
  await pass(2000)
  expect(status()).toBe('2 waiting to send')
  await respondNext(json({}))
  expect(status()).toBe('1 waiting to send')
  await respondNext(json({}))
  expect(status()).toBe('')
})

test('shows at once that the browser is offline and how many items wait', async () => {
  onLine = false
  network()
  show(<OutboxStatus />)
  expect(status()).toBe('You’re offline')
  keep(itemOf(SAY))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'outbox:1:kept-key' })))
  await pass(30)
  expect(status()).toBe('You’re offline · 1 waiting to send')
  line(true)
  await pass(0)
  await respondNext(json({}))
  expect(status()).toBe('')
})

test('in a room, which has its own sign of being offline, shows only how many items wait', async () => {
  onLine = false
  network()
  keep(itemOf(SAY))
  show(<OutboxStatus />, '/sessions/study-hall')
  await pass(30)
  expect(status()).toBe('1 waiting to send')
})

test('shows collected ticks only while the browser is offline', { tags: 'TMR-20' }, async () => {
  network()
  show(<OutboxStatus />)
  keep(itemOf(SAY, { notBefore: Date.now() + 50_000 }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'outbox:1:kept-key' })))
  await pass(10_000)
  expect(status()).toBe('')
  line(false)
  expect(status()).toBe('You’re offline · 1 waiting to send')
})

test('lists refused items with the reason on every page; "Try again" sends one with its key', async () => {
  const sent = network()
  keep(itemOf(SAY, { text: 'Water: 1 glass', refused: 'The session has ended.' }))
  show(<OutboxStatus />)
  expect(status()).toBe('1 not sent')
  expect(screen.getByRole('list', { name: 'Not sent' }).textContent).toContain('Water: 1 glassThe session has ended.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.queryByRole('list')).toBeNull()
  await respondNext(json({ message: 'Still ended.', error: 'Still ended.' }, 409))
  expect(screen.getByRole('list').textContent).toContain('Still ended.')
  expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['kept-key'])
})

test('"Discard" drops a refused item', () => {
  network()
  keep(itemOf(SAY, { refused: 'No.' }))
  show(<OutboxStatus />)
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect([screen.queryByRole('list'), status(), stored()]).toEqual([null, '', []])
})

test('shows no items of another person', { tags: 'SEC-11' }, async () => {
  network()
  keep(itemOf(SAY, { person: 2, text: 'Secret', refused: 'No.' }))
  show(<OutboxStatus />)
  await pass(10_000)
  expect([status(), screen.queryByText('Secret')]).toEqual(['', null])
})

test('the focus moves to the line above when a pressed row disappears', () => {
  network()
  keep(itemOf(SAY, { refused: 'No.' }))
  show(<OutboxStatus />)
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(document.activeElement).toBe(screen.getByRole('status'))
})

test.each([
  ['the login has ended', json({ message: 'Please sign in.', error: 'Please sign in.' }, 401)],
  ['another tab has signed in someone else', json({ message: 'No', error: 'No', error_code: 'OTHER_PERSON' }, 409)]
])('when %s an item waits until the same person is back', { tags: 'SEC-11' }, async (_, refusal) => {
  const sent = network()
  keep(itemOf(SAY))
  show(<OutboxStatus />)
  await respondNext(refusal)
  await pass(600_000)
  expect([status(), sent.length]).toEqual(['1 waiting to send', 1])
  act(() => markLoginLost(null))
  act(markLoginFound)
  await respondNext(json({}))
  expect([status(), sent.length]).toEqual(['', 2])
})

test('asks to keep the page open when the browser stores nothing', async () => {
  network()
  vi.stubGlobal('localStorage', undefined)
  onLine = false
  show(<OutboxStatus />)
  act(() => pressGoal({ goal_id: 5, amount: 1 }, '1 time'))
  await pass(0)
  expect(status()).toBe('You’re offline · 1 waiting to send · Keep this page open')
  // Closing the tab would lose the item, so the browser asks.
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
})

test('waiting items can be seen and taken back before they were sent', { tags: 'D-158' }, async () => {
  onLine = false
  network()
  keep(itemOf(SAY, { text: 'Water: 1 glass' }))
  keep(itemOf(SAY, { key: 'tried', text: 'Water: 2 glasses', tries: 1, order: 2 }))
  show(<OutboxStatus />)
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  const list = screen.getByRole('list', { name: 'Waiting to send' })
  expect(list.textContent).toBe(
    'Water: 1 glassTake backWater: 2 glassesIt may have arrived. You can undo it once we know.'
  )
  fireEvent.click(screen.getByRole('button', { name: 'Take back' }))
  await pass(0)
  expect([status(), stored().map(({ key }) => key)]).toEqual(['You’re offline · 1 waiting to send', ['tried']])
  expect(document.activeElement).toBe(screen.getByRole('status'))
})

test('says how old the page is while offline', { tags: 'D-158' }, async () => {
  onLine = false
  vi.setSystemTime(new Date('2026-05-01T14:05:00'))
  takeKeptContact({ contactAt: Date.now(), clockOffset: 0 })
  show(<OutboxStatus />)
  expect(status()).toBe('You’re offline')
  await pass(20 * 60_000)
  expect(status()?.replace(/\s/g, ' ')).toBe('You’re offline · This is from 2:05 PM')
  await pass(24 * 3_600_000)
  expect(status()?.replace(/\s/g, ' ')).toBe('You’re offline · This is from May 1, 2026, 2:05 PM')
})
