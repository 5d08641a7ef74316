import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stored } from '../../../testing/page/outbox.ts'
import { person } from '../../../testing/page/session-page.ts'
import { ADA, forget, json, respond, type Sent, show } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { Checklist } from './Checklist.tsx'
import { withTicks } from './ticks.ts'

const SAVE = '/api/challenge-events/logs/save-task-list-progress'
const OK = { error: null, error_code: null }
const [A, B] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const
const ITEMS = [
  { uuid: A, title: 'Soil', link: 'https://soil.example', done: 0 as const },
  { uuid: B, title: 'Seeds', link: '', done: 0 as const }
]
const GRACE = { ...ADA, id: 2, username: 'grace' }
let goal = 0

beforeEach(() => {
  goal += 1
  setUser(ADA)
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(forget)

function open(ticked: string[] = []): Sent[] {
  const sent = respond({
    [`POST ${SAVE}`]: ({ body }) => json({ items: body?.items, challenge_user: person('ada'), ...OK })
  })
  list(ticked)
  return sent
}

const list = (ticked: string[] = []): unknown =>
  show(
    <Checklist
      title="Balcony"
      items={ITEMS}
      of={{ goal: `task-${goal}`, session: 7 }}
      ticked={ticked}
      ask={go => go()}
    />
  )

const ticksKept = (): unknown[] => stored().map(({ body }) => (body as { items: unknown }).items)
const box = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name })
const tick = (name: string): void => void fireEvent.click(box(name))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a checklist shows its items, their links and what is ticked', { tags: 'SGL-46' }, () => {
  open([B])
  expect(box('Soil').checked).toBe(false)
  expect(box('Seeds').checked).toBe(true)
  expect(screen.getByRole('link', { name: 'Link of Soil' }).getAttribute('href')).toBe('https://soil.example')
  expect(screen.getByText('1 of 2 done')).toBeTruthy()
})

test('ticks are collected and saved once, 50 s after the last one', { tags: ['TMR-20', 'SGL-27'] }, async () => {
  const sent = open()
  tick('Soil')
  await pass(30_000)
  tick('Seeds')
  expect(box('Soil').checked && box('Seeds').checked).toBe(true)
  await pass(49_900)
  expect(sent).toHaveLength(0)
  await pass(200)
  expect(sent.map(({ body }) => body)).toEqual([
    expect.objectContaining({ items: [A, B], goal_id: `task-${goal}`, challenge_event_id: 7 })
  ])
})

test('a tick from my other tab shows at once, and one from another person’s tab does not', {
  tags: 'D-96'
}, async () => {
  const sent = open()
  const other = new BroadcastChannel('ticks')
  const says = (person: number, item: string, isDone: boolean | null) =>
    act(async () => {
      const heard = new BroadcastChannel('ticks')
      const done = new Promise(resolve => {
        heard.onmessage = resolve
      })
      other.postMessage({ person, goal: `task-${goal}`, item, isDone })
      await done
      heard.close()
    })
  await says(GRACE.id, B, true)
  expect([box('Soil').checked, box('Seeds').checked]).toEqual([false, false])
  await says(ADA.id, B, true)
  expect([box('Soil').checked, box('Seeds').checked]).toEqual([false, true])
  // A tick in this tab is newer and wins.
  tick('Seeds')
  expect(box('Seeds').checked).toBe(false)
  await says(ADA.id, A, true)
  await pass(50_000)
  expect([box('Soil').checked, box('Seeds').checked]).toEqual([true, false])
  expect(sent.map(({ body }) => body?.changes)).toEqual([{ [B]: 0 }])
  // The other tab reports that the server refused its tick.
  await says(ADA.id, A, null)
  expect(box('Soil').checked).toBe(false)
  other.close()
})

test('a tick is sent to the browser’s other tabs at once', { tags: 'D-96' }, async () => {
  open()
  const other = new BroadcastChannel('ticks')
  const heard = new Promise<unknown>(resolve => {
    other.onmessage = ({ data }) => resolve(data)
  })
  tick('Soil')
  expect(await heard).toEqual({ person: ADA.id, goal: `task-${goal}`, item: A, isDone: true })
  other.close()
})

test('leaving the page saves ticks at once', { tags: ['TMR-20', 'D-96'] }, async () => {
  const sent = open()
  tick('Soil')
  cleanup()
  await pass(0)
  expect(sent).toHaveLength(1)
})

test('a page that is hidden or closed sends a beacon', { tags: ['TMR-20', 'D-96'] }, async () => {
  const beacons: [string, unknown][] = []
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    sendBeacon: (url: string, body: string) => beacons.push([url, JSON.parse(body)]) > 0
  })
  const sent = open()
  tick('Seeds')
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(beacons).toEqual([
    [SAVE, { items: [B], changes: { [B]: 1 }, goal_id: `task-${goal}`, challenge_event_id: 7, person: ADA.id }]
  ])
  // The beacon may get lost, so the ticks wait until the server has confirmed them.
  expect(ticksKept()).toEqual([[B]])
  await pass(50_000)
  expect(sent).toHaveLength(1)
  expect(ticksKept()).toEqual([])
})

test('a page that closes during a save sends only the newest list as a beacon', {
  tags: 'D-96'
}, async () => {
  const beacons: unknown[] = []
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    sendBeacon: (_: string, body: string) => beacons.push(JSON.parse(body).items) > 0
  })
  respond({ [`POST ${SAVE}`]: () => new Promise(() => {}) })
  list()
  tick('Soil')
  await pass(50_000)
  tick('Seeds')
  expect(ticksKept()).toEqual([[A], [A, B]])
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(beacons).toEqual([[A, B]])
})

test('a refused tick is undone and shows the reason', { tags: 'D-96' }, async () => {
  respond({ [`POST ${SAVE}`]: () => json({ message: 'It is over.', error: 'It is over.' }, 409) })
  list()
  tick('Soil')
  await pass(50_000)
  expect(box('Soil').checked).toBe(false)
  expect(screen.getByText('Not ticked. It is over.')).toBeTruthy()
})

test('ticks without a connection are stored, and saved when it is back', {
  tags: 'D-96'
}, async () => {
  respond({ [`POST ${SAVE}`]: () => Promise.reject(new TypeError('Failed to fetch')) })
  list()
  tick('Soil')
  await pass(50_000)
  expect(box('Soil').checked).toBe(true)
  expect(ticksKept()).toEqual([[A]])
  const sent = respond({
    [`POST ${SAVE}`]: ({ body }) => json({ items: body?.items, challenge_user: person('ada'), ...OK })
  })
  act(() => void window.dispatchEvent(new Event('online')))
  await pass(0)
  expect(sent).toHaveLength(1)
  expect(ticksKept()).toEqual([])
})

test('ticks are never saved as another person, and return when their person signs in', {
  tags: ['D-96', 'SEC-11']
}, async () => {
  const beacons: unknown[] = []
  const sent = respond({
    [`POST ${SAVE}`]: ({ body }) => json({ items: body?.items, challenge_user: person('ada'), ...OK })
  })
  list()
  tick('Soil')
  act(() => setUser(GRACE))
  expect(box('Soil').checked).toBe(false)
  vi.stubGlobal('navigator', { ...navigator, onLine: true, sendBeacon: (...args: unknown[]) => beacons.push(args) > 0 })
  act(() => void window.dispatchEvent(new Event('online')))
  act(() => void window.dispatchEvent(new Event('pagehide')))
  await pass(50_000)
  expect([sent, beacons]).toEqual([[], []])
  act(() => setUser(ADA))
  expect(box('Soil').checked).toBe(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await pass(0)
  expect(sent[0]?.body).toMatchObject({ items: [A], person: ADA.id })
})

test('ticks wait if another tab has signed in someone else', { tags: 'D-96' }, async () => {
  const refused = { message: 'Someone else', error: 'Someone else', error_code: 'OTHER_PERSON' }
  respond({ [`POST ${SAVE}`]: () => json(refused, 409) })
  list()
  tick('Soil')
  await pass(50_000)
  expect(box('Soil').checked).toBe(true)
  expect(ticksKept()).toEqual([[A]])
})

test.each([429, 502, 503])(
  'ticks are kept after a %i, and saved when the server is back',
  { tags: 'D-96' },
  async status => {
    respond({ [`POST ${SAVE}`]: () => json({ message: 'Busy', error: 'Busy' }, status) })
    list()
    tick('Soil')
    await pass(50_000)
    expect(box('Soil').checked).toBe(true)
    expect(screen.queryByText(/Not ticked/)).toBeNull()
    expect(ticksKept()).toEqual([[A]])
    const sent = respond({
      [`POST ${SAVE}`]: ({ body }) => json({ items: body?.items, challenge_user: person('ada'), ...OK })
    })
    await pass(2000)
    expect(sent.map(({ body }) => body?.items)).toEqual([[A]])
    expect(ticksKept()).toEqual([])
  }
)

test('a later tick replaces the waiting list', { tags: 'D-96' }, async () => {
  respond({ [`POST ${SAVE}`]: () => Promise.reject(new TypeError('Failed to fetch')) })
  list()
  tick('Soil')
  await pass(50_000)
  tick('Seeds')
  expect(ticksKept()).toEqual([[A, B]])
})

test('a tick made while a list is being saved is saved after it', {
  tags: 'D-96'
}, async () => {
  const responses: (() => void)[] = []
  const sent = respond({
    [`POST ${SAVE}`]: ({ body }) =>
      new Promise<Response>(done => {
        responses.push(() => done(json({ items: body?.items, challenge_user: person('ada'), ...OK })))
      })
  })
  list()
  tick('Soil')
  await pass(50_000)
  tick('Seeds')
  await pass(60_000)
  expect(sent).toHaveLength(1)
  responses[0]?.()
  await pass(0)
  expect(sent.map(({ body }) => body?.items)).toEqual([[A], [A, B]])
  expect(box('Soil').checked && box('Seeds').checked).toBe(true)
})

test('withTicks returns the newest waiting list of the goal', { tags: 'TMR-20' }, () => {
  const waiting = [
    { body: { goal_id: 1, items: [A] } },
    { body: { goal_id: 2, items: [] } },
    { body: { goal_id: 1, items: [A, B] } }
  ]
  expect(withTicks({ goal: 1 }, [], waiting)).toEqual([A, B])
  expect(withTicks({ goal: 2 }, [A], waiting)).toEqual([])
  expect(withTicks({ goal: 3 }, [A], waiting)).toEqual([A])
})
