import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SessionData, sessionPage } from '../../../domain/sessions/api.ts'
import { FakeSocket } from '../../../testing/page/fake-socket.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { HOST_ADA, person, roomOf, START, strangersRoom, WATER } from '../../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { closePurchase, goToPurchase, purchaseSucceeded } from '../../billing/purchase.ts'
import { setUser } from '../../lib/user.ts'
import { SessionPage } from '../../session-pages/SessionPage.tsx'
import { nextTime } from './again.ts'

const BASE = '/api/challenge-events/study-hall'
const OK = { error: null, error_code: null }
const WET = { amount: 4, distance: 0, duration: 0 }
const ENDED = {
  status: 2,
  participants_count: 3,
  summary: { participants: 3, logs: 5, tasks: { [WATER]: WET } }
} as const

beforeEach(() => setUser(ADA))
afterEach(() => {
  closePurchase()
  forget()
})

function open(data: SessionData): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START + 7_200_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  putPage(sessionPage, '/sessions/study-hall', data)
  show(<SessionPage />, '/sessions/study-hall')
}

const ME = { ...HOST_ADA, task_totals: { [WATER]: { ...WET, amount: 1, list_progress: [] } } }
const mine = (more: Partial<SessionData> = {}): SessionData =>
  roomOf(ENDED, { me: ME, participants: [ME, person('bob'), person('mary')], ...more })
const result = () => within(screen.getByRole('region', { name: 'Result' }))
const bar = () => within(screen.getByRole('region', { name: 'Next step' }))
const rows = () =>
  result()
    .getAllByRole('term')
    .map(term => `${term.textContent}: ${term.nextSibling?.textContent}`)

/** The changes among the sent calls; the page also reads the discussion. */
function posted<Call extends { url: string }>(sent: readonly Call[]): Call[] {
  return sent.filter(({ url }) => !url.endsWith('/hut'))
}

test('an ended session shows my results, everyone’s results, and how long I was there', {
  tags: ['SES-063', 'D-74']
}, () => {
  open(mine())
  expect(result().getByText(/1 h · 3 participants · ended/)).toBeTruthy()
  expect(rows()).toEqual(['Drink water: 1 glass', 'Time here: 1 h', 'Drink water: 4 glasses'])
})

test('a visitor sees everyone’s results, and no buttons that need membership', { tags: 'SES-063' }, () => {
  setUser(null)
  open(strangersRoom(ENDED))
  expect(rows()).toEqual(['Drink water: 4 glasses'])
  expect(result().queryByRole('button', { name: /Thank/ })).toBeNull()
  expect(bar().queryByRole('button')).toBeNull()
})

test('"Do it again" says what it costs, makes one session and opens it', { tags: 'SES-092' }, async () => {
  const sent = respond({ [`POST ${BASE}/again`]: () => json({ event: { path: '/sessions/next' }, ...OK }) })
  const next = roomOf({ status: 0, title: 'The next one', path: '/sessions/next', slug: 'next' })
  putPage(sessionPage, '/sessions/next', next)
  open(mine())
  fireEvent.click(bar().getByRole('button', { name: 'Do it again' }))
  const question = within(await screen.findByRole('dialog', { name: 'Same again tomorrow?' }))
  expect(
    question.getByText(/2 other participants will get an invite.*free for you.*everyone who joins pays 1 use/)
  ).toBeTruthy()
  fireEvent.click(question.getByRole('button', { name: 'Make it' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'The next one' })).toBeTruthy()
  expect(posted(sent).map(({ body }) => body?.started_at)).toEqual([new Date(START + 86_400_000).toISOString()])
})

test('the bar links to the repeat of the session that someone has made', { tags: 'SES-092' }, () => {
  const again = { title: 'Study hall', path: '/sessions/next', started_at: null, username: 'bob' }
  open(mine({ again }))
  expect(bar().getByText('bob is doing it again')).toBeTruthy()
  expect(bar().getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/sessions/next')
})

test('one press posts thanks in the discussion, with one key per session', {
  tags: ['CHAT-02', 'D-108']
}, async () => {
  const sent = respond({ [`POST ${BASE}/posts`]: () => json({ id: 1 }) })
  open(mine())
  fireEvent.click(result().getByRole('button', { name: 'Thank everyone (1 use)' }))
  expect((await result().findByRole('link', { name: 'See it in Discuss' })).getAttribute('href')).toBe(
    '/sessions/study-hall/hut'
  )
  expect(posted(sent).map(({ headers }) => headers['idempotency-key'])).toEqual(['say-thanks-7'])
})

test('thanks without tokens are posted once after a purchase, with the key they had', {
  tags: 'TOK-48'
}, async () => {
  const empty = () => json({ message: 'No tokens.', error: 'No tokens.', error_code: 'INSUFFICIENT_TOKENS' }, 402)
  const responses = [empty, () => json({ id: 1 })]
  const sent = respond({ [`POST ${BASE}/posts`]: () => (responses.shift() as () => Response)() })
  open(mine())
  const thank = result().getByRole('button', { name: 'Thank everyone (1 use)' })
  fireEvent.click(thank)
  await waitFor(() => expect(thank.hasAttribute('data-loading')).toBe(false))
  expect(result().queryByText(/Thanks sent/)).toBeNull()
  goToPurchase()
  await act(() => purchaseSucceeded('Thank you.'))
  expect(await result().findByText(/Thanks sent/)).toBeTruthy()
  expect(posted(sent).map(({ headers }) => headers['idempotency-key'])).toEqual(['say-thanks-7', 'say-thanks-7'])
})

test('nextTime keeps the local time across a clock change and lies in the future', { tags: 'D-128' }, () => {
  const start = new Date(2026, 2, 28, 18, 30).getTime()
  expect(nextTime(start, start + 60_000)).toBe(new Date(2026, 2, 29, 18, 30).getTime())
  expect(nextTime(start, new Date(2026, 3, 10, 12).getTime())).toBe(new Date(2026, 3, 10, 18, 30).getTime())
})
