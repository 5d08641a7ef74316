import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PURCHASED } from '../../domain/billing/tokens-api.ts'
import { myGoalsPage } from '../../domain/goals/api.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import { type SessionData, sessionPage } from '../../domain/sessions/api.ts'
import type { SessionUpdate } from '../../domain/socket/messages.ts'
import { FakeSocket } from '../../testing/page/fake-socket.ts'
import { putPage } from '../../testing/page/pages.ts'
import { HOST_ADA, person, roomOf, START, sessionOf, strangersRoom, WATER } from '../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getSignIn } from '../accounts/sign-in.ts'
import { purchaseSucceeded } from '../billing/purchase.ts'
import { EXAMPLE_GOAL } from '../goals/example-goal.ts'
import { changePages, readPages } from '../lib/page-cache.ts'
import { getUser, setUser } from '../lib/user.ts'
import { EXAMPLE_LOG } from '../logs/example-log.ts'
import { SessionPage } from './SessionPage.tsx'

const PATH = '/sessions/study-hall'
const BASE = '/api/challenge-events/study-hall'
const OK = { error: null, error_code: null }
let id = 100

beforeEach(() => {
  FakeSocket.all = []
  // Each test has its own room, because the one before stays open for a moment.
  id += 1
  setUser(ADA)
})
afterEach(forget)

/** Shows the page at `seconds` after the start of the session. */
function open(data: SessionData, seconds = 60): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START + seconds * 1000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  const own = { ...data, challengeEvent: { ...data.challengeEvent, id } }
  putPage(sessionPage, PATH, own)
  show(<SessionPage />, PATH)
}

function hear(update: SessionUpdate, seq = 4): void {
  act(() => FakeSocket.last.tell({ type: 'update', room: id, seq, data: update }))
}

const water = () => within(screen.getByRole('article', { name: 'Drink water' }))

const menu = async (): Promise<HTMLElement> => {
  fireEvent.click(screen.getByRole('button', { name: 'Session menu' }))
  return await screen.findByRole('menu')
}

test('the page has the session’s title as heading, and its activity as breadcrumb', {
  tags: ['SES-023', 'SES-029']
}, () => {
  open(roomOf())
  expect(screen.getByRole('heading', { level: 1, name: 'Study hall' })).toBeTruthy()
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(crumbs.getByRole('link', { name: 'Study' }).getAttribute('href')).toBe('/activities/study')
  expect(crumbs.getByText('Study hall').getAttribute('aria-current')).toBe('page')
})

test('Details and Chat are tabs, each with its address', { tags: ['SES-034', 'SES-036'] }, () => {
  open(roomOf())
  const tabs = within(screen.getByRole('navigation', { name: 'Parts of this page' }))
  expect(tabs.getByRole('link', { name: 'Details' }).getAttribute('href')).toBe(PATH)
  expect(tabs.getByRole('link', { name: 'Chat' }).getAttribute('href')).toBe(`${PATH}/chat`)
})

test('before the start the status counts down with "Starts in"', {
  tags: ['SES-040', 'SES-041', 'SES-059', 'SES-060']
}, () => {
  open(roomOf({ status: 0 }), -90)
  const status = screen.getAllByText('Starts in')[0]
  expect(status?.dataset.status).toBe('soon')
  expect(status?.textContent).toBe('Starts in 01:30 2 minutes')
})

test('without a start time the status is "Awaiting participants"', { tags: ['SES-059', 'D-83'] }, () => {
  open(roomOf({ status: 0, started_at: null, ended_at: null }))
  expect(screen.getAllByText('Awaiting participants')[0]?.dataset.status).toBe('soon')
})

test('while the session runs the status counts down with "Ends in"', {
  tags: ['SES-042', 'SES-061', 'SES-062']
}, () => {
  open(roomOf(), 60)
  const status = screen.getAllByText('Ends in')[0]
  expect(status?.dataset.status).toBe('running')
  expect(status?.textContent).toBe('Ends in 59:00 59 minutes')
})

test('after the end the status is "Ended"', { tags: ['SES-063', 'SES-064'] }, () => {
  open(roomOf({ status: 2 }), 4000)
  expect(screen.getAllByText('Ended').find(one => one.dataset.status)?.dataset.status).toBe('ended')
})

test('a session whose start has passed is shown as running', { tags: ['SES-065', 'SES-066'] }, () => {
  open(roomOf({ status: 0 }), 10)
  expect(screen.getAllByText('Ends in')[0]).toBeTruthy()
})

test('a session whose end has passed is shown as ended', { tags: 'SES-066' }, () => {
  open(roomOf(), 3601)
  expect(screen.getAllByText('Ended')[0]).toBeTruthy()
  expect(screen.queryByText('Ends in')).toBeNull()
})

test('the dates show the total time, and local times once they are open', { tags: ['SES-043', 'SES-044'] }, () => {
  open(roomOf())
  const details = screen.getByText('Dates and total time').closest('details')
  expect(details?.open).toBe(false)
  expect(details?.textContent).toContain('Total time1 h')
  const startText = () => screen.getByText('Started').nextElementSibling?.textContent
  expect(startText()).toMatch(/ UTC$/)
  if (!details) throw new Error('no panel')
  details.open = true
  fireEvent(details, new Event('toggle'))
  expect(startText()).not.toMatch(/ UTC$/)
})

test('"Spots remaining" is the limit minus the participants', { tags: ['SES-045', 'SES-084'] }, () => {
  open(roomOf({ participant_limit: 10, participants_count: 3 }))
  expect(screen.getByText('Spots remaining:').textContent).toBe('Spots remaining: 7')
})

test('an ended session shows no spots, because nobody can join it', { tags: 'SES-045' }, () => {
  open(roomOf({ status: 2 }))
  expect(screen.queryByText('Spots remaining:')).toBeNull()
})

test('without a limit the spots are unlimited', { tags: ['SES-045', 'D-60'] }, () => {
  open(roomOf())
  expect(screen.getByText('Spots remaining:').textContent).toBe('Spots remaining: Unlimited')
})

test('the page shows the description and the parts', { tags: ['SES-049', 'SES-050'] }, () => {
  open(roomOf())
  expect(screen.getByText('tea').tagName).toBe('STRONG')
  const events = within(screen.getByRole('heading', { name: 'Parts' }).parentElement as HTMLElement)
  const rows = events.getAllByRole('listitem')
  expect(rows.map(row => [row.querySelector('strong')?.textContent, row.dataset.kind])).toEqual([
    ['Warm up', 'other'],
    ['Run and walk', 'work']
  ])
})

test('the ring counts down the running part and names the next', { tags: ['TMR-03', 'TMR-04'] }, () => {
  open(roomOf(), 60)
  const now = screen.getByRole('region', { name: 'Now' })
  expect(now.textContent).toContain('Warm up04:00')
  expect(now.textContent).toContain('Next Run and walkin 04:00')
})

test('a session of many days counts in days, and its parts have dates', { tags: ['TMR-17', 'SES-050'] }, () => {
  const day = 86_400
  const parts = sessionOf().parts.map(group => ({
    ...group,
    parts: group.parts.map(part => ({ ...part, is_interval: 0 as const, timers: [], duration: 10 * day }))
  }))
  open(roomOf({ parts, duration: 20 * day, ended_at: new Date(START + 20 * day * 1000).toISOString() }))
  expect(screen.getByRole('region', { name: 'Now' }).textContent).toContain('Warm up10 days')
  const events = within(screen.getByRole('heading', { name: 'Parts' }).parentElement as HTMLElement)
  expect(events.getByText(/May 1\b.* · 10 d/)).toBeTruthy()
  expect(events.getByText(/May 11.* · 10 d/)).toBeTruthy()
})

test('an interval shows its current step and its number', { tags: ['TMR-09', 'TMR-10'] }, () => {
  open(roomOf(), 300 + 4 * 60 + 15)
  expect(screen.getByRole('region', { name: 'Now' }).textContent).toContain('00:45Run · 3 of 8')
})

test('the list of participants marks the host, the creator and people who are here', {
  tags: ['SES-052', 'SES-058']
}, () => {
  open(roomOf({ participants_count: 2 }, { participants: [HOST_ADA, person('grace')] }))
  act(() => FakeSocket.last.tell({ type: 'join', room: id, users: ['grace'], online: 1 }))
  const rows = within(screen.getByRole('heading', { name: 'Participants' }).parentElement as HTMLElement)
  const [ada, grace] = rows.getAllByRole('listitem')
  expect(ada?.textContent).toContain('away · host')
  expect(within(ada as HTMLElement).getByRole('img', { name: 'made this session' })).toBeTruthy()
  expect(grace?.textContent).toContain('here now')
  expect(within(grace as HTMLElement).queryByRole('img')).toBeNull()
})

test('without participants the list says "No one has joined this session yet."', { tags: 'SES-089' }, () => {
  open(strangersRoom({ participants_count: 0 }))
  changePages(sessionPage, page => ({ ...page, participants: [] }))
  return screen.findByText('No one has joined this session yet.')
})

test('the donate button opens the session’s link in a new tab', { tags: ['SES-053', 'D-79'] }, () => {
  open(roomOf({ donation_link: 'https://give.example/hut' }))
  const link = screen.getByRole('link', { name: 'Donate' })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://give.example/hut',
    '_blank',
    'noopener noreferrer'
  ])
})

test('joining shows a message, lowers the balance and lists me as a participant', {
  tags: ['SES-018', 'SES-046', 'SES-086', 'SES-095', 'TOK-17']
}, async () => {
  setUser({ ...ADA, username: 'grace', all_remaining_tokens: 946 })
  const grace = person('grace')
  const sent = respond({
    [`POST ${BASE}/join`]: () => json({ ...grace, participant: grace, ...OK }, 200, { 'x-tokens-left': '945' })
  })
  open(strangersRoom())
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  expect(await screen.findByText('You have successfully joined this session.')).toBeTruthy()
  expect(sent).toHaveLength(1)
  expect(getUser()?.all_remaining_tokens).toBe(945)
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
  expect(await screen.findByText('2 joined · 0 here now')).toBeTruthy()
})

test('people can also join from the menu', { tags: 'SES-031' }, async () => {
  setUser({ ...ADA, username: 'grace' })
  const sent = respond({
    [`POST ${BASE}/join`]: () => json({ ...person('grace'), participant: person('grace'), ...OK })
  })
  open(strangersRoom())
  fireEvent.click(within(await menu()).getByText('Join'))
  expect(await screen.findByText('You have successfully joined this session.')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

test('a visitor who presses Join signs in first, then joins', { tags: 'SES-081' }, async () => {
  setUser(null)
  const sent = respond({ [`POST ${BASE}/join`]: () => json({ ...HOST_ADA, participant: HOST_ADA, ...OK }) })
  open(strangersRoom())
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  expect(await screen.findByText('Please sign in to use that feature.')).toBeTruthy()
  expect(getSignIn().actionText).toBe('to join a session')
  expect(sent).toHaveLength(0)
  setUser(ADA)
  await act(async () => getSignIn().onContinue?.())
  expect(await screen.findByText('You have successfully joined this session.')).toBeTruthy()
})

test('a full session says that it is full', { tags: 'SES-083' }, async () => {
  const text = 'This session is full and is not accepting additional participants.'
  respond({ [`POST ${BASE}/join`]: () => json({ message: text, error: text }, 409) })
  // Someone else takes the last spot just before the press.
  open(strangersRoom({ participant_limit: 2 }))
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a template offers no Join', { tags: 'SES-085' }, () => {
  open(strangersRoom({ is_preset: 1 }))
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
})

test('a wrong code opens the modal, and the code entered there joins', {
  tags: ['HDR-31', 'SES-087', 'SES-088', 'SES-096']
}, async () => {
  const wrong = { message: 'The join code isn’t correct.', error: '', error_code: 'WRONG_CODE' }
  const sent = respond({
    [`POST ${BASE}/join`]: () => json(wrong, 403),
    [`POST ${BASE}/join?join_code=nope`]: () => json(wrong, 403),
    [`POST ${BASE}/join?join_code=open`]: () => json({ ...HOST_ADA, participant: HOST_ADA, ...OK })
  })
  open(strangersRoom({ needs_code: 1 }))
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Enter the code to join the session' }))
  fireEvent.change(modal.getByLabelText(/Code/), { target: { value: 'nope' } })
  fireEvent.click(modal.getByRole('button', { name: 'Join' }))
  expect(await modal.findByText('The join code isn’t correct.')).toBeTruthy()
  fireEvent.change(modal.getByLabelText(/Code/), { target: { value: 'open' } })
  fireEvent.click(modal.getByRole('button', { name: 'Join' }))
  expect(await screen.findByText('You have successfully joined this session.')).toBeTruthy()
  expect(sent).toHaveLength(3)
})

test('a join without tokens is tried again after a purchase', {
  tags: ['TOK-47', 'TOK-48', 'D-13']
}, async () => {
  const tokens = { message: 'You need tokens.', error: '', error_code: 'INSUFFICIENT_TOKENS' }
  const responses = [() => json(tokens, 402), () => json({ ...HOST_ADA, participant: HOST_ADA, ...OK })]
  const sent = respond({ [`POST ${BASE}/join`]: () => (responses.shift() as () => Response)() })
  const { usePurchaseOpen } = await import('../billing/purchase.ts')
  function Probe() {
    return <output>{usePurchaseOpen() ? 'purchase is open' : ''}</output>
  }
  open(strangersRoom())
  show(<Probe />)
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  expect(await screen.findByText('purchase is open')).toBeTruthy()
  await waitFor(() => expect(sent).toHaveLength(1))
  await act(() => purchaseSucceeded(PURCHASED))
  expect((await screen.findAllByText('You have successfully joined this session.'))[0]).toBeTruthy()
  expect(sent).toHaveLength(2)
})

test('a join that is tried again after a purchase keeps the entered code', {
  tags: ['SES-088', 'TOK-48', 'D-13']
}, async () => {
  const tokens = { message: 'You need tokens.', error: '', error_code: 'INSUFFICIENT_TOKENS' }
  const responses = [() => json(tokens, 402), () => json({ ...HOST_ADA, participant: HOST_ADA, ...OK })]
  const sent = respond({
    [`POST ${BASE}/join`]: () => json({ message: 'No', error: 'No', error_code: 'WRONG_CODE' }, 403),
    [`POST ${BASE}/join?join_code=open`]: () => (responses.shift() as () => Response)()
  })
  open(strangersRoom({ needs_code: 1 }))
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Enter the code to join the session' }))
  fireEvent.change(modal.getByLabelText(/Code/), { target: { value: 'open' } })
  fireEvent.click(modal.getByRole('button', { name: 'Join' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act(() => purchaseSucceeded(PURCHASED))
  expect(await screen.findByText('You have successfully joined this session.')).toBeTruthy()
  expect(sent).toHaveLength(3)
})

test('a person whom a host removes sees that instead of Join, at once', { tags: 'D-72' }, async () => {
  const sent = respond({})
  const grace = person('grace')
  setUser({ ...ADA, username: 'grace' })
  open(roomOf({}, { me: grace, isOwner: false, participants: [HOST_ADA, grace] }))
  hear({ left: ['grace'], removed: ['grace'], participants_count: 1 })
  expect(await screen.findByText('You were removed from this session.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
  // The menu is left only for a report.
  fireEvent.click(screen.getByRole('button', { name: 'Session menu' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Report'])
  // The long lists render a moment later.
  await act(async () => {})
  fireEvent.click(water().getByRole('button'))
  await waitFor(() => expect(screen.getAllByText('You were removed from this session.')).toHaveLength(2))
  expect(screen.queryByText('Please join the challenge to use that feature.')).toBeNull()
  expect(sent).toHaveLength(0)
})

test('a session that I was removed from offers no Join', { tags: 'D-72' }, () => {
  open({ ...strangersRoom({ status: 0 }), isRemoved: true }, -60)
  expect(screen.getByText('You were removed from this session.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
})

test('the host starts a waiting session', {
  tags: ['SES-047', 'SES-067', 'SES-069', 'SES-097']
}, async () => {
  const data = roomOf({ status: 0, started_at: null, ended_at: null })
  const sent = respond({
    [`POST ${BASE}/start`]: () => json({ event: data.challengeEvent, ...OK }),
    [`GET /api${PATH}`]: () => json({ serverData: roomOf({ id, seq: 4 }) })
  })
  open(data)
  fireEvent.click(screen.getByRole('button', { name: 'Start Session' }))
  expect(await screen.findByText('The session has started!')).toBeTruthy()
  expect((await screen.findAllByText('Ends in'))[0]).toBeTruthy()
  expect(sent[0]?.body).toHaveProperty('client_uuid')
})

test('a guest does not see Start Session', { tags: 'SES-047' }, () => {
  open({ ...roomOf({ status: 0, started_at: null, ended_at: null }), isOwner: false })
  expect(screen.queryByRole('button', { name: 'Start Session' })).toBeNull()
})

test('each error of a refused start is a toast', { tags: 'SES-070' }, async () => {
  const errors = ['The first reason.', 'The second reason.']
  respond({ [`POST ${BASE}/start`]: () => json({ message: 'No', error: 'No', errors }, 409) })
  open(roomOf({ status: 0, started_at: null, ended_at: null }))
  fireEvent.click(screen.getByRole('button', { name: 'Start Session' }))
  for (const text of errors) expect(await screen.findByText(text)).toBeTruthy()
})

test('leaving asks first, then takes me off the list', { tags: ['SES-032', 'SES-090', 'SES-100'] }, async () => {
  const sent = respond({ [`POST ${BASE}/leave`]: () => json(OK) })
  open(roomOf())
  fireEvent.click(within(await menu()).getByText('Leave'))
  const question = within(await screen.findByRole('dialog', { name: 'Leave this session?' }))
  expect(sent).toHaveLength(0)
  fireEvent.click(question.getByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('No one has joined this session yet.')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

test('joining again hides the message about leaving', { tags: 'D-135' }, async () => {
  respond({
    [`POST ${BASE}/leave`]: () => json(OK),
    [`POST ${BASE}/join`]: () => json({ participant: HOST_ADA, ...OK })
  })
  open(roomOf({ can_join: 1 }))
  fireEvent.click(within(await menu()).getByText('Leave'))
  const question = within(await screen.findByRole('dialog', { name: 'Leave this session?' }))
  fireEvent.click(question.getByRole('button', { name: 'Leave' }))
  await screen.findByText('You’ve left this session.')
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  await screen.findByText('You have successfully joined this session.')
  await waitFor(() => expect(screen.queryByText('You’ve left this session.')).toBeNull())
})

test('the host ends the session for everyone after a question', { tags: ['SES-078', 'SES-098'] }, async () => {
  const sent = respond({
    [`POST ${BASE}/end`]: () => json({ event: roomOf().challengeEvent, ...OK }),
    [`GET /api${PATH}`]: () => json({ serverData: roomOf({ id, status: 2, seq: 4 }) })
  })
  open(roomOf())
  fireEvent.click(within(await menu()).getByText('End Session'))
  const question = within(await screen.findByRole('dialog', { name: 'End this session?' }))
  fireEvent.click(question.getByRole('button', { name: 'End Session' }))
  expect((await screen.findAllByText('Ended'))[0]).toBeTruthy()
  expect(sent[0]?.url).toBe(`${BASE}/end`)
})

const WAITS = { status: 0, started_at: null, ended_at: null } as const

test('the host cancels a waiting session after a question, and the page says so', {
  tags: 'D-139'
}, async () => {
  const sent = respond({ [`DELETE ${BASE}`]: () => json(OK) })
  open(roomOf(WAITS))
  fireEvent.click(within(await menu()).getByText('Cancel Session'))
  const question = within(await screen.findByRole('dialog', { name: 'Cancel this session?' }))
  expect(question.getByRole('button', { name: 'Keep it' })).toBeTruthy()
  expect(sent).toHaveLength(0)
  fireEvent.click(question.getByRole('button', { name: 'Cancel Session' }))
  const notice = await screen.findByText('This session was cancelled. It won’t take place.')
  expect(notice.getAttribute('role')).toBe('alert')
  expect(screen.queryByRole('button', { name: 'Session menu' })).toBeNull()
  expect(sent).toHaveLength(1)
})

test('an open page says that its session was cancelled, and links to others', { tags: 'D-139' }, async () => {
  open(strangersRoom(WAITS))
  hear({ cancelled: true, status: 2, ended_at: new Date(START).toISOString() })
  expect((await screen.findByRole('alert')).textContent).toContain('This session was cancelled.')
  expect(screen.queryByRole('region', { name: 'Next step' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Find another session' }).getAttribute('href')).toBe('/sessions')
})

test('the host cannot cancel a running session', { tags: 'D-139' }, async () => {
  open(roomOf())
  expect(within(await menu()).queryByText('Cancel Session')).toBeNull()
})

test('changes by others appear without a reload', {
  tags: ['CHAT-06', 'CHAT-07', 'CHAT-08', 'CHAT-09', 'CHAT-10']
}, async () => {
  open(roomOf({ status: 0, started_at: null, ended_at: null }))
  hear({ participants: [person('grace', { task_totals: { [WATER]: totals(2) } })], participants_count: 2 })
  expect(await screen.findByText('away · 2 glasses')).toBeTruthy()
  hear({ content: '<p>Bring biscuits.</p>' }, 5)
  expect(await screen.findByText('Bring biscuits.')).toBeTruthy()
  hear({ summary: { participants: 2, logs: 1, tasks: { [WATER]: { amount: 5, distance: 0, duration: 0 } } } }, 6)
  expect(await screen.findByText('Together: 5 glasses')).toBeTruthy()
  const started_at = new Date(START).toISOString()
  hear({ status: 1, started_at, ended_at: new Date(START + 3_600_000).toISOString() }, 7)
  await waitFor(() => expect(screen.getAllByText('Ends in')[0]?.textContent).toBe('Ends in 59:00 59 minutes'))
  hear({ left: ['grace'], participants_count: 1 }, 8)
  await waitFor(() => expect(screen.queryByText(/^away · 2 glasses/)).toBeNull())
})

test('an event that the page data already contains changes nothing', { tags: 'D-105' }, async () => {
  open(roomOf({ seq: 9, participants_count: 4 }))
  hear({ participants_count: 1, content: '<p>Old news</p>' }, 9)
  hear({ content: '<p>New news</p>' }, 10)
  expect(await screen.findByText('New news')).toBeTruthy()
  expect(screen.getByText(/^4 joined/)).toBeTruthy()
})

test('the page shows a notice while the connection is lost', {
  tags: 'CHAT-14'
}, async () => {
  open(roomOf())
  const first = FakeSocket.last
  act(() => first.accept())
  expect(screen.queryByText(/Reconnecting…/)).toBeNull()
  act(() => first.drop())
  expect(screen.getByText('No connection to the server. Reconnecting…')).toBeTruthy()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText('You’re offline. Reconnecting…')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Now' }).textContent).toContain('Warm up04:00')
  onLine.mockReturnValue(true)
  act(() => {
    window.dispatchEvent(new Event('online'))
    FakeSocket.last.accept()
  })
  expect(screen.queryByText(/Reconnecting…/)).toBeNull()
})

test('one press logs once and shows at once', { tags: ['SES-019', 'SGL-25', 'TMR-19'] }, async () => {
  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const after = { ...HOST_ADA, task_totals: { [WATER]: totals(1) } }
  const sent = respond({
    [`POST ${BASE}/store-quick-log`]: async () => {
      await held
      return json({ id: 1, log: { id: 1, is_timed: 0 }, challenge_user: after, ...OK })
    }
  })
  open(roomOf())
  const goal = within(screen.getByRole('article', { name: 'Drink water' }))
  expect(goal.getByText('0 of 6 glasses')).toBeTruthy()
  fireEvent.click(goal.getByRole('button', { name: '+1 glass: Drink water' }))
  expect(await goal.findByText('1 of 6 glasses')).toBeTruthy()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ task_uuid: WATER, type: 'task', amount: 1 })
  expect(sent[0]?.headers['idempotency-key']).toBeTruthy()
  // The socket reports the press before the response arrives, and it still counts once.
  hear({ participants: [after] })
  expect(goal.getByText('1 of 6 glasses')).toBeTruthy()
  release()
  await waitFor(() => expect(goal.getByText('1 of 6 glasses')).toBeTruthy())
})

test('a press also counts on my copy of the goal, here and in other tabs', {
  tags: 'D-102'
}, async () => {
  const told = new Promise(resolve => {
    new BroadcastChannel('goals').onmessage = ({ data }) => resolve(data)
  })
  const timer = { ...EXAMPLE_LOG, id: 1, goal_id: 5, challenge_event_id: id, task_uuid: WATER }
  const log = { ...timer, status: LogStatus.Active, started_at: new Date(START).toISOString(), elapsed_duration: 0 }
  respond({
    [`POST ${BASE}/store-quick-log`]: () => json({ id: 1, log, challenge_user: HOST_ADA, ...OK }),
    'GET /api/my/goals': () => json({ serverData: { my_goals: [] } })
  })
  putPage(myGoalsPage, '/my/goals', { my_goals: [{ ...EXAMPLE_GOAL, id: 5, activeLog: null, active_log_id: null }] })
  open(roomOf())
  fireEvent.click(water().getByRole('button', { name: '+1 glass: Drink water' }))
  expect(await told).toBe(ADA.id)
  expect(readPages(myGoalsPage)[0]?.my_goals[0]?.activeLog?.id).toBe(1)
  expect(await water().findByRole('timer')).toBeTruthy()
})

test('a refused press is undone and shows the reason', { tags: 'SGL-25' }, async () => {
  respond({ [`POST ${BASE}/store-quick-log`]: () => json({ message: 'This session is gone.', error: '' }, 409) })
  open(roomOf())
  fireEvent.click(water().getByRole('button'))
  expect(await screen.findByText('Not logged. This session is gone.')).toBeTruthy()
  expect(screen.getByText('0 of 6 glasses')).toBeTruthy()
})

test('logging without having joined says "Please join the challenge to use that feature."', {
  tags: 'SES-082'
}, async () => {
  const sent = respond({})
  setUser({ ...ADA, username: 'grace' })
  open(strangersRoom())
  fireEvent.click(water().getByRole('button'))
  expect(await screen.findByText('Please join the challenge to use that feature.')).toBeTruthy()
  expect(sent).toHaveLength(0)
})

test('before the start nothing can be logged', { tags: 'D-86' }, () => {
  open(roomOf({ status: 0 }), -90)
  expect(screen.queryByRole('button', { name: '+1 glass: Drink water' })).toBeNull()
  expect(screen.getByText('Progress can be logged when the session is in progress.')).toBeTruthy()
})

function totals(amount: number) {
  return { amount, distance: 0, duration: 0, list_progress: [] }
}

test('before the start a member sets and unsets Ready in the menu', {
  tags: ['SES-033', 'SES-091', 'D-76']
}, async () => {
  let ready: 0 | 1 = 0
  const sent = respond({
    [`POST ${BASE}/user-is-ready`]: ({ body }) => {
      ready = body?.is_ready ? 1 : 0
      return json({ is_ready: ready, participant: { ...HOST_ADA, is_ready: ready }, ...OK })
    }
  })
  open(roomOf({ status: 0 }), -90)
  fireEvent.click(within(await menu()).getByText('Ready'))
  const people = within(screen.getByRole('heading', { name: 'Participants' }).parentElement as HTMLElement)
  expect(await people.findByText('Ready')).toBeTruthy()
  fireEvent.click(within(await menu()).getByText('Not Ready'))
  await waitFor(() => expect(people.queryByText('Ready')).toBeNull())
  expect(sent.map(({ body }) => body?.is_ready)).toEqual([true, false])
})

test('pressing Ready without membership says "Please join the challenge to use that feature."', {
  tags: 'SES-082'
}, async () => {
  const sent = respond({})
  open(strangersRoom({ status: 0 }), -90)
  fireEvent.click(within(await menu()).getByText('Ready'))
  expect(await screen.findByText('Please join the challenge to use that feature.')).toBeTruthy()
  expect(sent).toHaveLength(0)
})

test('a toast says that someone else is ready', { tags: 'D-76' }, async () => {
  open(roomOf({ status: 0 }, { participants: [HOST_ADA, person('grace')] }), -90)
  hear({ participants: [person('grace', { is_ready: 1 })] })
  expect(await screen.findByText('grace is ready.')).toBeTruthy()
})

test('a participant completes the session for themselves while it continues', {
  tags: ['SES-079', 'SES-099']
}, async () => {
  const done = { ...HOST_ADA, completed_at: new Date(START + 60_000).toISOString() }
  const sent = respond({
    [`POST ${BASE}/complete`]: () => json({ participant: done, ...OK }),
    [`GET /api${PATH}`]: () => json({ serverData: roomOf({ id, seq: 4 }, { me: done, participants: [done] }) })
  })
  open(roomOf())
  fireEvent.click(within(await menu()).getByText('Complete'))
  expect(await screen.findByText('You’ve completed this session.')).toBeTruthy()
  expect(await screen.findByText(/completed$/)).toBeTruthy()
  expect(screen.getAllByText('Ends in')[0]).toBeTruthy()
  expect(sent[0]?.url).toBe(`${BASE}/complete`)
})

test.each([0, 1, 2] as const)(
  'a site admin sees Reset challenge in every status (%s)',
  { tags: 'SEC-38' },
  async status => {
    setUser({ ...ADA, role_id: 10 })
    open(roomOf({ status, ...(status === 0 ? { started_at: null, ended_at: null } : {}) }))
    expect(within(await menu()).getByText('Reset challenge')).toBeTruthy()
  }
)

test('only a site admin can reset the session, after a question', {
  tags: ['SES-054', 'SEC-38', 'D-78']
}, async () => {
  const sent = respond({
    [`POST ${BASE}/reset`]: () => json({ event: roomOf().challengeEvent, ...OK }),
    [`GET /api${PATH}`]: () => json({ serverData: roomOf({ id, status: 0, started_at: null, ended_at: null, seq: 4 }) })
  })
  open(roomOf())
  expect(within(await menu()).queryByText('Reset challenge')).toBeNull()
  act(() => setUser({ ...ADA, role_id: 10 }))
  fireEvent.click(await screen.findByText('Reset challenge'))
  const question = within(await screen.findByRole('dialog', { name: 'Reset this session?' }))
  fireEvent.click(question.getByRole('button', { name: 'Reset' }))
  expect((await screen.findAllByText('Awaiting participants'))[0]).toBeTruthy()
  expect(sent).toHaveLength(2)
})

test('the host resumes a single paused part', { tags: ['TMR-05', 'D-94'] }, async () => {
  const warmUp = '00000000-0000-4000-8000-000000000010'
  const paused = roomOf({ id, seq: 4 })
  const parts = paused.challengeEvent.parts.map(group => ({
    ...group,
    parts: group.parts.map((part, index) =>
      index === 0
        ? {
            ...part,
            pinned: 1,
            started_at: new Date(START).toISOString(),
            paused_at: new Date(START + 60_000).toISOString()
          }
        : part
    )
  }))
  const sent = respond({
    [`GET /api${PATH}`]: () => json({ serverData: roomOf({ id, seq: 4, parts }) }),
    [`POST ${BASE}/parts/${warmUp}/resume`]: () => json({ event: paused.challengeEvent, ...OK })
  })
  open(roomOf({ parts }))
  const resume = await screen.findByRole('button', { name: 'Resume Warm up' })
  expect(screen.getByRole('region', { name: 'Now' }).textContent).toContain('Warm up04:00Paused')
  fireEvent.click(resume)
  await waitFor(() => expect(sent.map(({ url }) => url)).toContain(`${BASE}/parts/${warmUp}/resume`))
})

test('Recent Goal Progress is rendered but hidden', { tags: ['SES-051', 'D-81'] }, () => {
  open(roomOf())
  const heading = screen.getByText('Recent Goal Progress')
  expect(heading.closest('section')?.hidden).toBe(true)
})
