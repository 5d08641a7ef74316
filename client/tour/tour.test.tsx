import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { MESSAGE_KEYS } from '../../domain/accounts/user.ts'
import { TOUR_STEPS } from '../../domain/tour/steps.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { markLoginLost, startIdentity } from '../lib/identity.ts'
import { getUser, setUser } from '../lib/user.ts'
import { MyHeading } from '../my/MyHeading.tsx'
import { endTour, goalTips, markRead, showGoalTips, startTour, tourStep } from './messages.ts'
import { Tour } from './Tour.tsx'
import { TourOffer } from './TourOffer.tsx'
import { POLL_MS } from './use-target.ts'

const NEW = {
  ...ADA,
  is_new: 1 as const,
  new_messages: Object.fromEntries(MESSAGE_KEYS.map(key => [key, 1])) as never
}
const READ = 'POST /api/users/read-new-message'

beforeEach(() => {
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as never)
})
afterEach(() => {
  endTour()
  goalTips.set([])
  setUser(null)
  forget()
  vi.useRealTimers()
})

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const title = () => screen.getByRole('dialog').querySelector('strong')?.textContent

test('Continue leads through all steps and pages, and the last one leads home', {
  tags: ['TOUR-20', 'TOUR-21', 'TOUR-22']
}, async () => {
  startTour()
  const router = show(<Tour />, '/')
  const seen: unknown[] = []
  for (const { path } of TOUR_STEPS) {
    await waitFor(() => expect(router.state.location.pathname).toBe(path))
    seen.push([title(), screen.getByText(/^Step \d+ of 18$/).textContent])
    await press('Continue')
  }
  expect(seen).toEqual(TOUR_STEPS.map((step, index) => [step.title, `Step ${index + 1} of 18`]))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect([screen.queryByRole('dialog'), tourStep.get()]).toEqual([null, null])
})

test('a step stays until Continue, without a time-out and despite other presses', {
  tags: ['TOUR-46', 'TOUR-47']
}, async () => {
  vi.useFakeTimers()
  startTour()
  show(<Tour />, '/')
  fireEvent.click(document.body)
  fireEvent.pointerDown(document.body)
  fireEvent.click(screen.getByRole('dialog'))
  await act(() => vi.advanceTimersByTimeAsync(3_600_000))
  expect(title()).toBe('Welcome to the hut')
})

test('scrolls to the target again if the loading page scrolled it away, and later leaves scrolling alone', {
  tags: 'TOUR-48'
}, async () => {
  vi.useFakeTimers()
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  const late = document.createElement('p')
  late.dataset.tour = 'start'
  let top = -900
  vi.spyOn(late, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, top, 300, 40))
  document.body.append(late)
  onTestFinished(() => late.remove())
  startTour()
  show(<Tour />, '/')
  expect(scroll).toHaveBeenCalledTimes(1)
  await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
  expect(scroll).toHaveBeenCalledTimes(2)
  top = 100
  await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
  top = -900
  await act(() => vi.advanceTimersByTimeAsync(10 * POLL_MS))
  expect(scroll).toHaveBeenCalledTimes(2)
})

test('looks for the target every 300 ms, and scrolls to it when it appears late', {
  tags: 'TOUR-48'
}, async () => {
  vi.useFakeTimers()
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  startTour()
  show(<Tour />, '/')
  const ring = () => document.querySelector('[aria-hidden][data-dims]')
  expect([POLL_MS, ring()]).toEqual([300, null])
  const late = document.createElement('p')
  late.dataset.tour = 'start'
  document.body.append(late)
  await act(() => vi.advanceTimersByTimeAsync(POLL_MS - 1))
  expect(ring()).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect([ring() === null, scroll.mock.calls.length]).toEqual([false, 1])
  await act(() => vi.advanceTimersByTimeAsync(10 * POLL_MS))
  expect(scroll.mock.calls).toHaveLength(1)
  late.remove()
  await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
  expect(ring()).toBeNull()
})

test('leaving the page of a step offers to return or to end the tour', { tags: 'D-124' }, async () => {
  startTour()
  const router = show(<Tour />, '/groups')
  expect(title()).toBe('Looking around?')
  await press('Back to the tour')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(title()).toBe('Welcome to the hut')
  await press('End the tour')
  expect([screen.queryByRole('dialog'), tourStep.get(), sessionStorage.getItem('tour')]).toEqual([null, null, null])
})

test('offers the tour to a new person once, on pages where nothing else is happening', {
  tags: ['TOUR-01', 'TOUR-42', 'TOUR-43', 'D-124']
}, async () => {
  const sent = respond({ [READ]: () => json({ is_new: 0, new_messages: NEW.new_messages }) })
  setUser(NEW)
  const router = show(<TourOffer />, '/sessions/10')
  expect([screen.queryByText(/shows you around/), getUser()?.is_new]).toEqual([null, 1])
  await act(() => router.navigate('/my/goals'))
  expect(await screen.findByText(/Welcome to .*! Take a two-minute tour\./)).toBeTruthy()
  expect(getUser()?.is_new).toBe(0)
  await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ message_key: 'is_new' }]))
  await press('Take the tour')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(tourStep.get()).toBe(0)
})

test('after the first goal its messages appear one by one, each marked as read', {
  tags: ['TOUR-35', 'TOUR-38', 'TOUR-39', 'TOUR-41', 'TOUR-42']
}, async () => {
  const sent = respond({ [READ]: () => json({ is_new: 0, new_messages: NEW.new_messages }) })
  setUser(NEW)
  window.history.replaceState(null, '', '/my/goals')
  show(<MyHeading title="My Goals" />, '/my/goals')
  act(() => showGoalTips('goal made'))
  await screen.findByRole('dialog')
  const keys = () => sent.map(({ body }) => (body as { message_key: string }).message_key)
  const flags = () => getUser()?.new_messages
  expect(title()).toBe('Your first goal')
  await waitFor(() => expect(keys()).toEqual(['newCreateGoal']))
  expect([flags()?.newCreateGoal, flags()?.logProgressButton]).toEqual([0, 1])
  await press('Continue')
  expect(title()).toBe('Log progress')
  await press('Continue')
  expect(title()).toBe('More for a goal')
  await press('Got it')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(keys()).toEqual(['newCreateGoal', 'logProgressButton', 'additionalGoalFeatures'])
  act(() => showGoalTips('goal made'))
  expect(goalTips.get()).toEqual([])
})

test('the first visit and the first log have messages, but not in a room or during the tour', {
  tags: ['TOUR-36', 'TOUR-37', 'TOUR-40']
}, () => {
  setUser(NEW)
  const keysAt = (moment: Parameters<typeof showGoalTips>[0]) => {
    goalTips.set([])
    showGoalTips(moment)
    return goalTips.get().map(({ key }) => key)
  }
  window.history.replaceState(null, '', '/my/goals')
  expect(keysAt('no goals yet')).toEqual([])
  setUser({ ...NEW, is_new: 0 })
  expect(keysAt('no goals yet')).toEqual(['startGoalTour'])
  expect(keysAt('log made')).toEqual(['newCreateLog', 'finishTour'])
  startTour()
  expect(keysAt('log made')).toEqual([])
  endTour()
  window.history.replaceState(null, '', '/sessions/10')
  expect(keysAt('log made')).toEqual([])
})

test('a tip leaves while the person types, and takes the place of the welcome', async () => {
  respond({ [READ]: () => json({ is_new: 0, new_messages: NEW.new_messages }) })
  setUser(NEW)
  window.history.replaceState(null, '', '/my/goals')
  show(
    <>
      <TourOffer />
      <input aria-label="Search" />
      <MyHeading title="My Goals" />
    </>,
    '/my/goals'
  )
  expect(await screen.findByText(/Take a two-minute tour\./)).toBeTruthy()
  act(() => showGoalTips('goal made'))
  const tip = await screen.findByRole('dialog')
  await waitFor(() => expect(screen.queryByText(/Take a two-minute tour\./)).toBeNull())
  expect(tip.style.visibility).toBe('')
  act(() => screen.getByLabelText('Search').focus())
  expect(tip.style.visibility).toBe('hidden')
  act(() => screen.getByLabelText('Search').blur())
  await waitFor(() => expect(tip.style.visibility).toBe(''))
})

test('a reload continues with the step', async () => {
  startTour()
  show(<Tour />, '/')
  await press('Continue')
  const again = './messages.ts?again'
  const { tourStep: reloaded }: typeof import('./messages.ts') = await import(/* @vite-ignore */ again)
  expect([reloaded === tourStep, reloaded.get()]).toEqual([false, 1])
})

test('marking a message after the login ended shows no sign-in prompt', async () => {
  setUser(NEW)
  const ask = vi.fn()
  startIdentity({ check: async () => markLoginLost(null), ask })
  const sent = respond({ [READ]: () => json({ message: 'Unauthenticated.', error: 'Unauthenticated.' }, 401) })
  markRead('is_new')
  await waitFor(() => expect(sent).toHaveLength(1))
  await new Promise(resolve => setTimeout(resolve, 5))
  expect(ask).not.toHaveBeenCalled()
})
