import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SessionData, sessionLogsPage, sessionPage } from '../../../domain/sessions/api.ts'
import { FakeSocket } from '../../../testing/page/fake-socket.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { HOST_ADA, messageOf, person, roomOf, START, sessionOf } from '../../../testing/page/session-page.ts'
import { ADA, forget, setTime, show } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { SessionLogsPage } from '../../session-pages/SessionLogsPage.tsx'
import { SessionPage } from '../../session-pages/SessionPage.tsx'

const PATH = '/sessions/study-hall'
let id = 1300

beforeEach(() => {
  id += 1
  FakeSocket.all = []
  setUser(ADA)
})
afterEach(forget)

/** Opens the Logs tab, which has no ring, or the room if `tab` is empty. */
function open(data: SessionData, seconds: number, tab: '' | '/logs' = '/logs'): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START + seconds * 1000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  const own = { ...data, challengeEvent: { ...data.challengeEvent, id } }
  if (tab) putPage(sessionLogsPage, PATH + tab, { ...own, logs: [] })
  else putPage(sessionPage, PATH, own)
  show(tab ? <SessionLogsPage /> : <SessionPage />, PATH + tab)
}

const at = (seconds: number) => setTime(START + seconds * 1000)
const now = () => screen.getByRole('region', { name: 'Now' })
const told = (text: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map(one => one.textContent)).toContain(text))

test('every tab shows the part that runs, its countdown and its interval', { tags: ['TMR-03', 'TMR-10'] }, () => {
  open(roomOf(), 300 + 4 * 60 + 15)
  expect(now().textContent).toBe('Run and walk00:45Run · 3 of 8')
})

test('the document’s title counts down, also before the start, and is restored afterwards', { tags: 'TMR-03' }, () => {
  open(roomOf(), 60)
  expect(document.title).toBe('04:00 Warm up · Study hall · Logs · Challenge Hut')
  forget()
  expect(document.title).toBe('Study hall · Logs · Challenge Hut')
  setUser(ADA)
  open(roomOf({ status: 0 }), -90)
  expect(document.title).toBe('01:30 · Study hall · Logs · Challenge Hut')
})

test('screen readers hear each part, work and rest, and the end', {
  tags: ['TMR-04', 'TMR-06']
}, async () => {
  open(roomOf(), 60)
  await told('Warm up')
  at(301)
  await told('Run and walk, Run · 1 of 8')
  at(361)
  await told('Run and walk, Walk · 1 of 8')
  at(2000)
  await told('The session is in progress.')
  at(3601)
  await told('The session has ended.')
})

test('screen readers hear a pause', { tags: 'TMR-05' }, async () => {
  const parts = sessionOf().parts.map(group => ({
    ...group,
    parts: group.parts.map((part, index) =>
      index === 0
        ? {
            ...part,
            started_at: new Date(START).toISOString(),
            paused_at: new Date(START + 30_000).toISOString(),
            pinned: 1
          }
        : part
    )
  }))
  open(roomOf({ parts }), 60)
  await told('Warm up, paused')
})

test('screen readers hear whose turn it is, and "Your turn" for my own', { tags: 'TMR-06' }, async () => {
  const parts = sessionOf().parts.map(group => ({
    ...group,
    parts: group.parts.slice(0, 1).map(part => ({ ...part, title: 'Tell', duration: 60, per_participant: 1 as const }))
  }))
  open(roomOf({ parts }, { participants: [HOST_ADA, person('bob')] }), 20)
  await told('Tell, Your turn')
  at(80)
  await told('Tell, bob’s turn')
})

test('the text of an alert appears when the alert is due', { tags: 'TMR-12' }, async () => {
  const parts = sessionOf().parts.map(group => ({
    ...group,
    parts: group.parts.map(part => ({ ...part, alerts: [{ at: 60, title: 'One minute left' }] }))
  }))
  open(roomOf({ parts }), 239)
  expect(screen.queryByText('One minute left')).toBeNull()
  at(241)
  await told('One minute left')
})

test('the room shows the session’s own timers, which repeat', { tags: ['TMR-14', 'D-95'] }, () => {
  const uuid = '00000000-0000-4000-8000-000000000099'
  const timers = [{ uuid, title: 'Stretch', duration: 100, is_interval: 0 as const, sets: 1, nested: [] }]
  open(roomOf({ timers }), 250, '')
  expect(within(now()).getByText('Stretch').parentElement?.textContent).toBe('Stretch 00:50')
})

test('the time until the next part has the same format as the ring', { tags: 'TMR-16' }, () => {
  const parts = sessionOf().parts.map(group => ({
    ...group,
    parts: group.parts.map((part, index) => (index === 0 ? { ...part, duration: 3900 } : part))
  }))
  open(roomOf({ parts, duration: 7200, ended_at: new Date(START + 7_200_000).toISOString() }), 1, '')
  expect(now().textContent).toContain('Warm up1:04:59')
  expect(now().textContent).toContain('Next Run and walkin 1:04:59')
})

test('the status line has its time in words for screen readers', { tags: 'SES-059' }, () => {
  open(roomOf(), 60)
  expect(screen.getByText('59 minutes', { exact: false })).toBeTruthy()
})

test('every tab keeps the screen on and has the sound switch', async () => {
  const request = vi.fn(async () => ({ release: async () => {} }))
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  open(roomOf(), 60)
  await waitFor(() => expect(request).toHaveBeenCalledTimes(1))
  expect(screen.getByRole('button', { name: 'Press to turn sound on' })).toBeTruthy()
  Reflect.deleteProperty(navigator, 'wakeLock')
})

test('the sound switch is there before the start and not after the end', { tags: 'TMR-12' }, () => {
  open(roomOf({ status: 0 }), -60)
  expect(screen.getByRole('group', { name: 'Sound' })).toBeTruthy()
  forget()
  setUser(ADA)
  open(roomOf({ status: 2 }), 4000)
  expect(screen.queryByRole('group', { name: 'Sound' })).toBeNull()
})

test('the tab and the title count new messages, except mine and those of muted people', {
  tags: 'CHAT-20'
}, async () => {
  setUser({ ...ADA, muted: ['mallory'] })
  open(roomOf(), 60)
  const say = (seq: number, username: string) =>
    act(() => FakeSocket.last.tell({ type: 'message', room: id, seq, message: messageOf(seq, username, 'Hi') }))
  for (const [index, name] of ['grace', 'ada', 'mallory', 'bob'].entries()) say(4 + index, name)
  expect(await screen.findByRole('link', { name: 'Chat 2 new' })).toBeTruthy()
  expect(document.title).toBe('(2) 04:00 Warm up · Study hall · Logs · Challenge Hut')
})
