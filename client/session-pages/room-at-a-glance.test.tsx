import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { part } from '../../domain/activities/plan.ts'
import { type SessionData, sessionPage } from '../../domain/sessions/api.ts'
import { FakeSocket } from '../../testing/page/fake-socket.ts'
import { putPage } from '../../testing/page/pages.ts'
import { HOST_ADA, person, roomOf, START, sessionOf, taskOf, uuid, WATER } from '../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
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

/** Counts rows with a selector, because role queries are slow with 500 of them. */
const rows = (): number => document.querySelectorAll('section[aria-labelledby="people"] li').length
const people = () => within(screen.getByRole('region', { name: 'Participants' }))
const crowd = Array.from({ length: 500 }, (_, index) => person(`p${index + 1}`))

test('the list shows the first twelve of 500 people, and more with each press', { tags: 'SES-052' }, () => {
  open(roomOf({ participants_count: 2000 }, { participants: crowd }))
  expect(people().getByText(/2000 joined/)).toBeTruthy()
  expect(rows()).toBe(12)
  fireEvent.click(people().getByRole('button', { name: 'Show 48 more' }))
  expect(rows()).toBe(60)
  expect(people().queryByText('and 1500 more')).toBeNull()
})

test('13 people are all listed, without a button for the last one', { tags: 'SES-052' }, () => {
  open(roomOf({ participants_count: 13 }, { participants: crowd.slice(0, 13) }))
  expect(rows()).toBe(13)
  expect(people().queryByRole('button', { name: /more/ })).toBeNull()
})

test('the list includes the person whose turn it is, however late they joined', { tags: ['SES-052', 'TMR-06'] }, () => {
  const turns = sessionOf().parts.map(group => ({
    ...group,
    parts: [{ ...part.parse({ uuid: group.uuid, title: 'Tell', duration: 4, per_participant: 1 }), active: 1 as const }]
  }))
  open(roomOf({ parts: turns }, { participants: [HOST_ADA, ...crowd.slice(0, 30)] }))
  expect(rows()).toBe(13)
  const row = people().getByText('Their turn').closest('li') as HTMLElement
  expect(within(row).getByText('p15')).toBeTruthy()
})

test('when two parts run at once, the host can pause each under the ring', {
  tags: ['TMR-05', 'D-94']
}, async () => {
  const pause = /^POST .*\/parts\/.*\/pause$/
  const groups = sessionOf().parts
  const beside = groups.map(group => ({
    ...group,
    uuid: uuid(30),
    parts: group.parts.slice(0, 1).map(part => ({ ...part, uuid: uuid(31), title: 'Sing' }))
  }))
  const sent = respond({
    [`POST /api/challenge-events/study-hall/parts/${uuid(31)}/pause`]: () => json({ event: sessionOf({ id }) }),
    'GET /api/sessions/study-hall': () => json({}, 500)
  })
  open(roomOf({ parts: [...groups, ...beside] }))
  const now = within(screen.getByRole('region', { name: 'Now' }))
  expect(now.getByRole('button', { name: 'Pause Warm up' })).toBeTruthy()
  fireEvent.click(now.getByRole('button', { name: 'Pause Sing' }))
  await waitFor(() => expect(sent.some(({ method, url }) => pause.test(`${method} ${url}`))).toBe(true))
})

const withText = () =>
  sessionOf().parts.map(group => ({
    ...group,
    parts: group.parts.map(part => ({ ...part, content: `<p>How to ${part.title}</p>` }))
  }))

test('the running part’s text appears once, under the ring, with the next part’s title', {
  tags: 'SES-050'
}, () => {
  open(roomOf({ parts: withText() }))
  const now = within(screen.getByRole('region', { name: 'Now' }))
  expect(now.getByText('How to Warm up')).toBeTruthy()
  expect(now.getByText('Run and walk')).toBeTruthy()
  expect(screen.getAllByText('How to Warm up')).toHaveLength(1)
})

test('the wall shows the running part’s text and the next part’s title', { tags: 'SES-050' }, async () => {
  open(roomOf({ parts: withText() }))
  fireEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  const wall = within(await screen.findByRole('dialog', { name: sessionOf().title }))
  expect(wall.getByText('How to Warm up')).toBeTruthy()
  expect(wall.getByText('Run and walk')).toBeTruthy()
})

test('after the end each part says how long it lasted, or that it was not reached', { tags: 'SES-050' }, () => {
  const ended_at = new Date(START + 290_000).toISOString()
  open(roomOf({ status: 2, ended_at }))
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toContain('Warm upOver4 min 50 s')
  expect(rows).toContain('Run and walkNot reached16 min')
})

test('the status of a paused room is "paused", which is not green', { tags: 'D-94' }, () => {
  open(roomOf({ paused_at: new Date(START + 60_000).toISOString() }))
  expect(screen.getByText('Ends in').getAttribute('data-status')).toBe('paused')
})

test('screen readers can read the ring’s time, but hear only full minutes', { tags: 'TMR-03' }, () => {
  const parts = sessionOf().parts.map(group => ({
    ...group,
    parts: group.parts.slice(0, 1).map(part => ({ ...part, duration: 629 + 60 }))
  }))
  open(roomOf({ parts }))
  const ring = screen.getByRole('timer', { name: 'Warm up' })
  expect(ring.textContent).toContain('11 minutes left')
  expect(ring.querySelector('[aria-live]')?.textContent).toBe('')
})

test('guests have no Pause button', { tags: 'D-94' }, () => {
  open(roomOf({}, { isOwner: false }))
  expect(screen.queryByRole('button', { name: /^Pause/ })).toBeNull()
})

test('a goal with only a distance offers "+1 mile"', { tags: 'SGL-25' }, () => {
  const run = taskOf(WATER, 'Run', { distance: 3 })
  const tasks = sessionOf().tasks.map(group => ({ ...group, parts: [run] }))
  open(roomOf({ tasks }))
  const card = within(screen.getByRole('article', { name: 'Run' }))
  expect(card.getByRole('button', { name: '+1 mile: Run' })).toBeTruthy()
})

test('a person’s menu returns the focus to its button when Escape closes it', async () => {
  open(roomOf({ participants_count: 2 }, { participants: [HOST_ADA, person('bob')] }))
  const dots = () => screen.getByRole('button', { name: 'Menu of bob' })
  dots().focus()
  fireEvent.click(dots())
  expect(await screen.findByRole('menuitem', { name: 'Mute bob' })).toBeTruthy()
  act(() => void fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' }))
  await waitFor(() => expect(dots().getAttribute('aria-expanded')).toBe('false'))
  expect(document.activeElement).toBe(dots())
})

test('"Full screen" shows the room for a wall, and Escape closes it', { tags: 'SES-049' }, async () => {
  open(roomOf({ participants_count: 14 }))
  fireEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  const wall = within(await screen.findByRole('dialog', { name: sessionOf().title }))
  expect(wall.getByRole('timer', { name: 'Warm up' })).toBeTruthy()
  expect(wall.getByText('14 taking part')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('region', { name: 'Now' })).toBeTruthy()
})

test('the Chat button opens the chat over the room, with its text field', { tags: 'CHAT-20' }, async () => {
  const data = roomOf()
  const page = { ...data, challengeEvent: { ...data.challengeEvent, id }, messages: [], has_earlier: 0 }
  respond({ 'GET /api/sessions/study-hall/chat': () => json({ serverData: page }) })
  open(data)
  fireEvent.click(screen.getByRole('button', { name: 'Chat' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Chat' }))
  expect(await sheet.findByRole('textbox')).toBeTruthy()
})
