import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PURCHASED } from '../../domain/billing/tokens-api.ts'
import { eventsPage } from '../../domain/browse/api.ts'
import { activityCard, listOf, NOW, sessionCard } from '../../testing/page/cards.ts'
import { pageAt, putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getSignIn, signInSucceeded } from '../accounts/sign-in.ts'
import { closePurchase, goToPurchase, purchaseSucceeded, usePurchaseOpen } from '../billing/purchase.ts'
import { usePage } from '../lib/page.ts'
import { setUser } from '../lib/user.ts'
import { JoinCode } from '../live/join/JoinCode.tsx'
import { ListCard } from './ListCard.tsx'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => {
  closePurchase()
  forget()
})

const JOIN = 'POST /api/challenge-events/focus-abcde/join'
const participant = { username: 'ada', client_uuid: 'c', role: 0, is_ready: 0, is_creator: 0, was_host: 0 }
const joined = () => json({ participant, error: null, error_code: null })
const refusal = (error_code: string, status: number) =>
  json({ message: error_code, error: error_code, error_code }, status)
const button = (name: RegExp | string) => screen.getByRole('button', { name })

test('a card shows the facts of a session', { tags: ['ACT-028..ACT-042', 'ACT-043'] }, () => {
  show(<ListCard card={sessionCard()} />)
  expect(screen.getByRole('link', { name: 'Focus together' }).getAttribute('href')).toBe('/sessions/focus-abcde')
  for (const text of ['Focus', '20 min', 'Easy', '2 joined', '3 spots left', '10:00']) {
    expect(screen.getByText(text)).toBeTruthy()
  }
  expect(screen.getByRole('timer').parentElement?.textContent).toMatch(/^Ends in/)
})

test('each state has its own colour and words', { tags: ['ACT-045', 'SES-060', 'SES-062', 'SES-064'] }, () => {
  const states = [
    [sessionCard({ status: 0, started_at: new Date(NOW + 5000).toISOString(), ended_at: null }), 'soon', /^Starts in/],
    [sessionCard(), 'running', /^Ends in/],
    [sessionCard({ status: 2 }), 'ended', /^Ended$/]
  ] as const
  for (const [card, status, text] of states) {
    show(<ListCard card={card} />)
    expect(document.querySelector(`[data-status=${status}]`)?.textContent).toMatch(text)
  }
})

test('the tag of a group links to the group', { tags: ['ACT-040', 'ACT-044'] }, () => {
  show(<ListCard card={sessionCard({ hut_slug: 'runners', hut_title: 'Runners' })} />)
  expect(screen.getByRole('link', { name: 'Runners' }).getAttribute('href')).toBe('/group/runners')
})

test('shows a lock for a session with a code, and no spots without a limit', () => {
  show(<ListCard card={sessionCard({ needs_code: 1, participant_limit: null })} />)
  expect(screen.getByText('Code')).toBeTruthy()
  expect(screen.queryByText(/spots?/)).toBeNull()
})

test('a session shows the faces of its people beside their number', () => {
  show(<ListCard card={sessionCard({ faces: ['ada', 'grace'], participants_count: 12 })} />)
  const letters = [...document.querySelectorAll('[data-letter]')].map(face => face.getAttribute('data-letter'))
  expect(letters).toEqual(['A', 'G'])
  expect(screen.getByText('12 joined')).toBeTruthy()
})

test('shows no button where nobody can join', { tags: ['ACT-046', 'ACT-047', 'ACT-048'] }, () => {
  for (const change of [{ is_joined: 1 }, { status: 2 }, { participants_count: 5 }] as const) {
    show(<ListCard card={sessionCard(change)} />)
  }
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'Open Focus together' })).toBeTruthy()
  expect(screen.getByText('Full')).toBeTruthy()
})

test('a template can be used, but not followed', { tags: ['ACT-033', 'ACT-075', 'BLD-05'] }, () => {
  show(<ListCard card={activityCard({ is_preset: 1 })} />)
  expect(screen.getByText('Template')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  const use = screen.getByRole('link', { name: 'Use Pomodoro' })
  expect(use.getAttribute('href')).toBe('/challenges/create?template=pomodoro')
})

test('joining shows a message and updates every list that shows the session', {
  tags: ['ACT-034', 'ACT-036', 'SEC-17']
}, async () => {
  setUser(ADA)
  putPage(eventsPage, '/events', listOf([sessionCard()]))
  respond({ [JOIN]: joined })
  show(<ListCard card={sessionCard()} />)
  fireEvent.click(button('Join Focus together'))
  expect(await screen.findByText('You have successfully joined this session.')).toBeTruthy()
  expect(pageAt(eventsPage, '/events')).toMatchObject({
    challenges: [{ is_joined: 1, participants_count: 3 }]
  })
})

function Listed() {
  return usePage(eventsPage).challenges.map(card => <ListCard key={card.slug} card={card} />)
}

test('the focus stays on the card of a joined session', async () => {
  setUser(ADA)
  putPage(eventsPage, '/events', listOf([sessionCard()]))
  respond({ [JOIN]: joined })
  show(<Listed />, '/events')
  act(() => button('Join Focus together').focus())
  fireEvent.click(button('Join Focus together'))
  await screen.findByRole('link', { name: 'Open Focus together' })
  await waitFor(() => expect(screen.getByRole('article').contains(document.activeElement)).toBe(true))
})

test('joins after a visitor has signed in', { tags: ['HDR-47', 'SEC-07', 'SEC-10', 'SEC-48'] }, async () => {
  const sent = respond({ [JOIN]: joined })
  show(<ListCard card={sessionCard()} />)
  fireEvent.click(button('Join Focus together'))
  expect(await screen.findByText('Please sign in to use that feature.')).toBeTruthy()
  expect(getSignIn()).toMatchObject({ open: true, actionText: 'to join a session' })
  expect(sent).toHaveLength(0)
  setUser(ADA)
  void signInSucceeded()
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('asks for the code after a wrong one, and joins with it', async () => {
  setUser(ADA)
  respond({
    [JOIN]: () => refusal('WRONG_CODE', 403),
    [`${JOIN}?join_code=sesame`]: joined
  })
  show(
    <>
      <ListCard card={sessionCard({ needs_code: 1 })} />
      <JoinCode />
    </>
  )
  fireEvent.click(button('Join Focus together'))
  fireEvent.change(await screen.findByLabelText(/Code/), { target: { value: 'sesame' } })
  fireEvent.click(button('Join'))
  expect(await screen.findByText('You have successfully joined this session.')).toBeTruthy()
})

test('opens the purchase when tokens are missing, and joins after it', async () => {
  setUser(ADA)
  let tokens = false
  const sent = respond({ [JOIN]: () => (tokens ? joined() : refusal('INSUFFICIENT_TOKENS', 402)) })
  const Purchase = () => (usePurchaseOpen() ? <p>Out of tokens</p> : null)
  show(
    <>
      <ListCard card={sessionCard()} />
      <Purchase />
    </>
  )
  fireEvent.click(button('Join Focus together'))
  expect(await screen.findByText('Out of tokens')).toBeTruthy()
  tokens = true
  goToPurchase()
  void purchaseSucceeded(PURCHASED)
  expect(await screen.findByText('You have successfully joined this session.')).toBeTruthy()
  expect(sent).toHaveLength(2)
})

test('following shows a message', { tags: ['ACT-073', 'ACT-074', 'SEC-21'] }, async () => {
  setUser(ADA)
  respond({
    'POST /api/challenges/pomodoro/join': () =>
      json({ is_joined: 1, participants_count: 3, error: null, error_code: null })
  })
  show(<ListCard card={activityCard()} />)
  fireEvent.click(button('Follow Pomodoro'))
  expect(await screen.findByText('You have successfully followed this activity.')).toBeTruthy()
})

test('asks a visitor to sign in to follow an activity', { tags: 'HDR-48' }, async () => {
  show(<ListCard card={activityCard()} />)
  fireEvent.click(button('Follow Pomodoro'))
  await waitFor(() => expect(getSignIn().actionText).toBe('to follow an activity'))
})
