import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { quickLogButton } from '../../domain/goals/fields.ts'
import { type SessionData, sessionLogsPage, sessionPage } from '../../domain/sessions/api.ts'
import { FakeSocket } from '../../testing/page/fake-socket.ts'
import { putPage } from '../../testing/page/pages.ts'
import {
  FOCUS,
  HOST_ADA,
  person,
  roomOf,
  START,
  strangersRoom,
  taskOf,
  uuid,
  WATER
} from '../../testing/page/session-page.ts'
import { ADA, forget, json, respond, type Sent, setTime, show } from '../../testing/page/show.tsx'
import { getSignIn, signInSucceeded } from '../accounts/sign-in.ts'
import { setUser } from '../lib/user.ts'
import { SessionLogsPage } from '../session-pages/SessionLogsPage.tsx'
import { SessionPage } from '../session-pages/SessionPage.tsx'

const PATH = '/sessions/study-hall'
const BASE = '/api/challenge-events/study-hall'
const OK = { error: null, error_code: null }

beforeEach(() => setUser(ADA))
afterEach(forget)

function open(data: SessionData, tab: '' | '/logs' = '', seconds = 60): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START + seconds * 1000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  if (tab) putPage(sessionLogsPage, PATH + tab, { ...data, logs: [] })
  else putPage(sessionPage, PATH, data)
  show(tab ? <SessionLogsPage /> : <SessionPage />, PATH + tab)
}

const bar = () => within(screen.getByRole('region', { name: 'Next step' }))
/** Leaves out GET requests, because the page may reload its data meanwhile. */
const posted = (sent: Sent[]) => sent.filter(({ method }) => method === 'POST')
const noBar = () => expect(screen.queryByRole('region', { name: 'Next step' })).toBeNull()

test.each(['', '/logs'] as const)(
  'the bar offers Join and says what it costs, on the tab "%s"',
  { tags: ['D-135', 'D-72'] },
  async tab => {
    const sent = respond({ [`POST ${BASE}/join`]: () => json({ ...HOST_ADA, participant: HOST_ADA, ...OK }) })
    open(strangersRoom(), tab)
    expect(bar().getByText('Joining costs 1/100 of a token.')).toBeTruthy()
    fireEvent.click(bar().getByRole('button', { name: 'Join' }))
    expect(await screen.findByText('You have successfully joined this session.')).toBeTruthy()
    expect(posted(sent)).toHaveLength(1)
    await waitFor(noBar)
  }
)

test('the bar invites a visitor to register, and no toast does', { tags: ['D-135', 'D-33'] }, async () => {
  setUser(null)
  open(strangersRoom())
  expect(bar().getByText('Sign in or register to take part')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).toBe('')
})

test.each([
  ['is free', { is_free: 1 }, 'Joining is free.'],
  ['needs a code', { needs_code: 1 }, 'Joining costs 1/100 of a token. Needs a code.']
] as const)('a session that %s says so beside Join', { tags: ['D-135', 'D-15', 'D-72'] }, (_, session, text) => {
  open(strangersRoom(session))
  expect(bar().getByText(text)).toBeTruthy()
})

test.each([true, false])(
  'a full room offers no Join and asks nobody to register, signed in: %s',
  { tags: 'SES-084' },
  async isIn => {
    setUser(isIn ? ADA : null)
    open(strangersRoom({ participant_limit: 1, participants_count: 1 }))
    const full = 'This session is full and is not accepting additional participants.'
    expect(bar().getByText(full)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '+1 glass: Drink water' }))
    expect(getSignIn().open).toBe(false)
  }
)

test('a visitor’s press is sent once, after they registered and joined', { tags: ['D-32', 'D-72'] }, async () => {
  setUser(null)
  const sent = respond({
    [`POST ${BASE}/join`]: () => json({ ...HOST_ADA, participant: HOST_ADA, ...OK }),
    [`POST ${BASE}/store-quick-log`]: () => json({}, 500),
    [`GET /api${PATH}`]: () => json({ serverData: strangersRoom() })
  })
  open(strangersRoom())
  fireEvent.click(screen.getByRole('button', { name: '+1 glass: Drink water' }))
  act(() => {
    setUser(ADA)
    void signInSucceeded()
  })
  const ask = within(await screen.findByText('Please join the challenge to use that feature.'))
  expect(posted(sent)).toHaveLength(0)
  fireEvent.click(ask.getByRole('button', { name: 'Join' }))
  await waitFor(() => expect(posted(sent).map(({ url }) => url.split('/').at(-1))).toEqual(['join', 'store-quick-log']))
})

test('after the end the bar links to the results, on every tab and for everyone', { tags: 'SES-063' }, () => {
  for (const data of [roomOf({ status: 2 }), strangersRoom({ status: 2 })]) {
    open(data, '/logs', 4000)
    expect(bar().getByRole('link', { name: 'Results' }).getAttribute('href')).toBe(`${PATH}#result`)
    forget()
    setUser(ADA)
  }
})

test('after the end a stranger finds other sessions, or the repeat that someone has made', { tags: 'SES-063' }, () => {
  const repeat = { title: 'Study hall', path: '/sessions/tomorrow', username: 'ada', started_at: null }
  open(strangersRoom({ status: 2 }), '', 4000)
  expect(bar().getByRole('link', { name: 'Other sessions' }).getAttribute('href')).toBe('/sessions')
  forget()
  open({ ...strangersRoom({ status: 2 }), again: repeat }, '', 4000)
  expect(bar().getByText('ada is doing it again')).toBeTruthy()
  expect(bar().getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/sessions/tomorrow')
  expect(bar().queryByRole('link', { name: 'Other sessions' })).toBeNull()
})

test('the bar offers Start Session to the host of a waiting session', { tags: ['SES-047', 'D-135'] }, () => {
  open(
    roomOf(
      { status: 0, started_at: null, ended_at: null },
      { participants: [HOST_ADA, person('bob', { is_ready: 1 })] }
    )
  )
  expect(bar().getByRole('button', { name: 'Start Session' })).toBeTruthy()
  expect(bar().getByText('1 of 1 ready')).toBeTruthy()
})

test('the bar offers Ready to a member, then says who will start the session', {
  tags: ['D-76', 'D-135']
}, async () => {
  const me = person('bob')
  const ready = { ...me, is_ready: 1 as const }
  const sent = respond({ [`POST ${BASE}/user-is-ready`]: () => json({ is_ready: 1, participant: ready, ...OK }) })
  const waits = { status: 0, started_at: null, ended_at: null } as const
  open(roomOf(waits, { me, participants: [HOST_ADA, me, person('mary')], isOwner: false }), '', -60)
  expect(bar().getByText('0 of 2 ready')).toBeTruthy()
  fireEvent.click(bar().getByRole('button', { name: 'Ready' }))
  expect(await bar().findByText('Waiting for ada to start')).toBeTruthy()
  expect(bar().getByText('1 of 2 ready')).toBeTruthy()
  fireEvent.click(bar().getByRole('button', { name: 'Not Ready' }))
  await waitFor(() => expect(posted(sent).map(({ body }) => body?.is_ready)).toEqual([true, false]))
})

test.each([
  ['offers Ready in the bar an hour before its start', 3600, true],
  ['offers Ready only in the menu a day before its start', 86_400, false]
])('a session %s', { tags: ['D-76', 'D-135'] }, async (_, seconds, isAsked) => {
  open(roomOf({ status: 0, is_manually_started: 0 }, { me: person('bob'), isOwner: false }), '', -seconds)
  if (isAsked) expect(bar().getByRole('button', { name: 'Ready' })).toBeTruthy()
  else noBar()
  fireEvent.click(screen.getByRole('button', { name: 'Session menu' }))
  expect(await screen.findByRole('menuitem', { name: 'Ready' })).toBeTruthy()
})

test('the countdown to the start replaces the bar', { tags: 'SES-065' }, async () => {
  open(roomOf({ status: 0 }), '', -3)
  expect(screen.getByText('Starting in five seconds.')).toBeTruthy()
  expect(screen.getByText('3')).toBeTruthy()
  noBar()
  setTime(START)
  await waitFor(() => expect(screen.queryByText('Starting in five seconds.')).toBeNull())
  expect(await screen.findByText('The session has started!')).toBeTruthy()
})

test.each(['', '/logs'] as const)(
  'the bar offers log buttons while the session runs, on the tab "%s"',
  { tags: ['D-135', 'SGL-25'] },
  tab => {
    const two = { quick_log_buttons: [1, 5].map(amount => quickLogButton.parse({ uuid: uuid(amount), amount })) }
    const goals = [taskOf(WATER, 'Drink water', two), taskOf(FOCUS, 'Walk', { distance: 2 })]
    open(roomOf({ tasks: roomOf().challengeEvent.tasks.map(group => ({ ...group, parts: goals })) }), tab)
    noBar()
    const log = within(screen.getByRole('region', { name: 'Quick log' }))
    expect(log.getAllByRole('button').map(one => one.getAttribute('aria-label'))).toEqual([
      'Press to turn sound on',
      // The goal of the part that runs comes first.
      '+1 mile: Walk',
      '+1 time: Drink water',
      '+5 times: Drink water',
      'Chat'
    ])
  }
)

test('the sound control is beside Join while the session runs', { tags: 'TMR-12' }, () => {
  open(strangersRoom())
  expect(bar().getByRole('button', { name: 'Press to turn sound on' })).toBeTruthy()
})

test.each([
  ['in a template', strangersRoom({ is_preset: 1 })],
  ['for a person whom a host removed', { ...strangersRoom(), isRemoved: true }]
])('there is no bar %s', { tags: 'D-135' }, (_, data) => {
  open(data)
  noBar()
})

test('a refusal to join disappears once joining works', { tags: 'D-135' }, async () => {
  const responses = [
    () => json({ message: 'This session is full.', error: 'This session is full.' }, 409),
    () => json({ ...HOST_ADA, participant: HOST_ADA, ...OK })
  ]
  respond({ [`POST ${BASE}/join`]: () => (responses.shift() as () => Response)() })
  open(strangersRoom())
  fireEvent.click(bar().getByRole('button', { name: 'Join' }))
  expect(await screen.findByText('This session is full.')).toBeTruthy()
  fireEvent.click(bar().getByRole('button', { name: 'Join' }))
  expect(await screen.findByText('You have successfully joined this session.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('This session is full.')).toBeNull())
})

test('after Join the focus moves to the first log button in the bar', { tags: 'D-135' }, async () => {
  respond({ [`POST ${BASE}/join`]: () => json({ ...HOST_ADA, participant: HOST_ADA, ...OK }) })
  open(strangersRoom())
  const join = bar().getByRole('button', { name: 'Join' })
  join.focus()
  fireEvent.click(join)
  const log = within(await screen.findByRole('region', { name: 'Quick log' }))
  await waitFor(() => expect(document.activeElement).toBe(log.getByRole('button', { name: 'Start 10 min: Focus' })))
})

const HOSTED = roomOf({ status: 0, started_at: null, ended_at: null })

test('starting offline shows an error in the bar, and the next press starts', { tags: 'SES-069' }, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  let isOnline = false
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  const started = { event: HOSTED.challengeEvent, ...OK }
  const sent = respond({
    [`POST ${BASE}/start`]: () => (isOnline ? json(started) : Promise.reject(new TypeError('Failed to fetch'))),
    [`GET /api${PATH}`]: () => json({ serverData: roomOf() })
  })
  open(HOSTED)
  const start = () => bar().getByRole('button', { name: 'Start Session' })
  fireEvent.click(start())
  expect((await bar().findByRole('alert')).textContent).toBe('You’re offline. Try again.')
  isOnline = true
  fireEvent.click(start())
  expect(await screen.findByText('The session has started!')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2)
})

test('starting offline from the menu offers to try again', { tags: 'SES-069' }, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  let isOnline = false
  respond({
    [`POST ${BASE}/start`]: () =>
      isOnline ? json({ event: HOSTED.challengeEvent, ...OK }) : Promise.reject(new TypeError('Failed to fetch')),
    [`GET /api${PATH}`]: () => json({ serverData: roomOf() })
  })
  open(HOSTED)
  fireEvent.click(screen.getByRole('button', { name: 'Session menu' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Start Session' }))
  const again = await screen.findByRole('button', { name: 'Try again' })
  isOnline = true
  fireEvent.click(again)
  expect(await screen.findByText('The session has started!')).toBeTruthy()
})
