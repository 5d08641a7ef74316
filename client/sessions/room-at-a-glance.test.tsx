import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { part } from '../../domain/activities/plan.ts'
import { type SessionData, sessionPage } from '../../domain/sessions/api.ts'
import { setUser } from '../lib/user.ts'
import { FakeSocket } from '../testing/fake-socket.ts'
import { putPage } from '../testing/pages.ts'
import { HOST_ADA, person, roomOf, START, sessionOf, taskOf, WATER } from '../testing/session-page.ts'
import { ADA, forget, json, respond, show } from '../testing/show.tsx'
import { SessionPage } from './SessionPage.tsx'

let id = 900

beforeEach(() => {
  id += 1
  FakeSocket.all = []
  setUser(ADA)
})
afterEach(forget)

function open(data: SessionData): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START + 60_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  const path = '/sessions/study-hall'
  putPage(sessionPage, path, { ...data, challengeEvent: { ...data.challengeEvent, id } })
  show(<SessionPage />, path)
}

/** Counted without roles, which takes long in a crowd. */
const rows = (): number => document.querySelectorAll('section[aria-labelledby="people"] li').length
const people = () => within(screen.getByRole('region', { name: 'Participants' }))
const crowd = Array.from({ length: 500 }, (_, index) => person(`p${index + 1}`))

test('SES-052 of five hundred the first are listed, more with each press', () => {
  open(roomOf({ participants_count: 2000 }, { participants: crowd }))
  expect(people().getByText(/2000 joined/)).toBeTruthy()
  expect(rows()).toBe(12)
  fireEvent.click(people().getByRole('button', { name: 'Show 48 more' }))
  expect(rows()).toBe(60)
  expect(people().queryByText('and 1500 more')).toBeNull()
})

test('SES-052 a few are listed all, without a button for one more', () => {
  open(roomOf({ participants_count: 13 }, { participants: crowd.slice(0, 13) }))
  expect(rows()).toBe(13)
  expect(people().queryByRole('button', { name: /more/ })).toBeNull()
})

test('SES-052 TMR-06 whose turn it is stands in the list, however late they joined', () => {
  const turns = sessionOf().parts.map(group => ({
    ...group,
    parts: [{ ...part.parse({ uuid: group.uuid, title: 'Tell', duration: 4, per_participant: 1 }), active: 1 as const }]
  }))
  open(roomOf({ parts: turns }, { participants: [HOST_ADA, ...crowd.slice(0, 30)] }))
  expect(rows()).toBe(13)
  const row = people().getByText('Their turn').closest('li') as HTMLElement
  expect(within(row).getByText('p15')).toBeTruthy()
})

test('TMR-05 D-94 the host pauses what runs under the ring', async () => {
  const pause = /^POST .*\/parts\/.*\/pause$/
  const uuid = sessionOf().parts[0]?.parts[0]?.uuid
  const sent = respond({
    [`POST /api/challenge-events/study-hall/parts/${uuid}/pause`]: () => json({ event: sessionOf({ id }) }),
    'GET /api/sessions/study-hall': () => json({}, 500)
  })
  open(roomOf())
  const now = within(screen.getByRole('region', { name: 'Now' }))
  fireEvent.click(now.getByRole('button', { name: 'Pause Warm up' }))
  await waitFor(() => expect(sent.some(({ method, url }) => pause.test(`${method} ${url}`))).toBe(true))
  expect(screen.getAllByRole('button', { name: 'Pause Warm up' })).toHaveLength(1)
})

test('D-94 guests have no such buttons', () => {
  open(roomOf({}, { isOwner: false }))
  expect(screen.queryByRole('button', { name: /^Pause/ })).toBeNull()
})

test('SGL-25 a goal that asks for miles alone is pressed by the mile', () => {
  const run = taskOf(WATER, 'Run', { distance: 3 })
  const tasks = sessionOf().tasks.map(group => ({ ...group, parts: [run] }))
  open(roomOf({ tasks }))
  const card = within(screen.getByRole('article', { name: 'Run' }))
  expect(card.getByRole('button', { name: '+1 mile: Run' })).toBeTruthy()
})

test('the menu of a row opens with the keyboard and gives the focus back', async () => {
  open(roomOf({ participants_count: 2 }, { participants: [HOST_ADA, person('bob')] }))
  const dots = () => screen.getByRole('button', { name: 'Menu of bob' })
  dots().focus()
  fireEvent.click(dots())
  expect(await screen.findByRole('menuitem', { name: 'Mute bob' })).toBeTruthy()
  act(() => void fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' }))
  await waitFor(() => expect(dots().getAttribute('aria-expanded')).toBe('false'))
  expect(document.activeElement).toBe(dots())
})

test('SES-049 the room fills the screen for a wall, and Escape leads back to it', async () => {
  open(roomOf({ participants_count: 14 }))
  fireEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  const wall = within(await screen.findByRole('dialog', { name: sessionOf().title }))
  expect(wall.getByRole('timer', { name: 'Warm up' })).toBeTruthy()
  expect(wall.getByText('14 taking part')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('region', { name: 'Now' })).toBeTruthy()
})

test('CHAT-20 the chat comes up over the room, with a field to write into', async () => {
  const data = roomOf()
  const page = { ...data, challengeEvent: { ...data.challengeEvent, id }, messages: [], has_earlier: 0 }
  respond({ 'GET /api/sessions/study-hall/chat': () => json({ serverData: page }) })
  open(data)
  fireEvent.click(screen.getByRole('button', { name: 'Chat' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Chat' }))
  expect(await sheet.findByRole('textbox')).toBeTruthy()
})
