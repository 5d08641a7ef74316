/**
 * The outboxes of two tabs that share a device, in any order of calls, responses, presses and changes of the login. The
 * scheduler of fast-check chooses the order, and a failure prints it.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocks } from '../../testing/page/web-locks.ts'
import { CallRefused } from '../lib/api.ts'
import { createOutbox, type Outbox } from './create-outbox.ts'
import type { Item } from './item.ts'
import { createItemStorage } from './storage.ts'

const ADA = 1
const GRACE = 2
const SCOPES = ['room 7', 'room 8']

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 4, 1, 12) })
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const place = fc.constantFrom(0, 1)
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('press' as const), tab: place, scope: fc.constantFrom(...SCOPES) })
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('sign in' as const), person: fc.constantFrom(ADA, GRACE, null) })
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('line' as const), tab: place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reopen' as const), tab: place }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(40_000) }) }
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
/** What happens to the following calls: they arrive, or the call or its response is lost. */
const fates = fc.array(fc.constantFrom('arrives', 'arrives', 'call lost', 'response lost'), { maxLength: 30 })

/** Plays the steps, then lets everyone sign in once more so that everything is sent. */
async function play(s: fc.Scheduler, steps: Step[], fate: string[], hasLocks: boolean) {
  localStorage.clear()
  const device = createDevice(s, fate, hasLocks)
  const { tabs, pressed } = device
  const run = async (one: Step): Promise<void> => {
    if (one.do === 'press') device.press(one.tab, one.scope)
    else if (one.do === 'sign in') device.signIn(one.person)
    else if (one.do === 'line') device.setOnline(one.tab, !device.isOnline(one.tab))
    else if (one.do === 'reopen') device.reopen(one.tab)
    else await vi.advanceTimersByTimeAsync(one.ms)
  }
  const { task } = s.scheduleSequence(steps.map(one => ({ builder: () => run(one), label: JSON.stringify(one) })))
  await s.waitFor(task)
  fate.length = 0
  for (const person of [ADA, GRACE, ADA, GRACE]) {
    for (const tab of [0, 1]) device.setOnline(tab, true)
    device.signIn(person)
    for (let turn = 0; turn < 10; turn++) {
      await s.waitIdle()
      await vi.advanceTimersByTimeAsync(20_000)
    }
  }
  for (const tab of tabs) tab.stop()
  expect(device.done.map(({ key }) => key).toSorted()).toEqual(pressed.map(({ key }) => key).toSorted())
  expect([localStorage.length, device.sentAsOther]).toEqual([0, []])
  return device
}

test('with Web Locks, two tabs send every press once, in its order, and as its person', {
  tags: ['D-82', 'SEC-11']
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 20 }), fates, async (s, steps, fate) => {
      const { pressed, done, delivered, mostAtOnce } = await play(s, steps, [...fate], true)
      expect(mostAtOnce()).toBeLessThanOrEqual(1)
      expect(delivered.toSorted()).toEqual(pressed.map(({ key }) => key).toSorted())
      for (const scope of SCOPES) {
        for (const person of [ADA, GRACE]) {
          const mine = (items: Pick<Item, 'key' | 'scope' | 'person'>[]) =>
            items.filter(one => one.scope === scope && one.person === person).map(({ key }) => key)
          expect(mine(done)).toEqual(mine(pressed))
        }
      }
    }),
    { seed: 32, numRuns: 60 }
  )
})

test('without Web Locks, two tabs may send a press twice, and it counts once', { tags: 'D-82' }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 20 }), fates, async (s, steps, fate) => {
      const { pressed, delivered } = await play(s, steps, [...fate], false)
      expect([...new Set(delivered)].toSorted()).toEqual(pressed.map(({ key }) => key).toSorted())
    }),
    { seed: 33, numRuns: 60 }
  )
})

/** A browser with two tabs and one login, and the server that it calls. */
function createDevice(s: fc.Scheduler, fate: string[], hasLocks: boolean) {
  const pressed: Pick<Item, 'key' | 'scope' | 'person'>[] = []
  /** What the server ran, each key once. */
  const done: Item[] = []
  const delivered: string[] = []
  const sentAsOther: string[] = []
  const online = [true, true]
  const inFlight = new Map<string, number>()
  let most = 0
  let login: number | null = ADA
  const locks = hasLocks ? createLocks() : null
  const tabs = [0, 1].map(open)

  function open(nth: number): Outbox {
    return createOutbox({
      storage: createItemStorage(() => localStorage),
      locks,
      send: item => send(item),
      person: () => login,
      isOnline: () => online[nth] === true,
      now: () => Date.now(),
      serverNow: () => Date.now(),
      elapsed: () => performance.now(),
      random: () => 0.5,
      onDelivered: ({ key }) => void delivered.push(key),
      onRefused: ({ key }) => expect.unreachable(`${key} was refused`)
    })
  }

  async function send(item: Item): Promise<unknown> {
    if (item.person !== login) sentAsOther.push(item.key)
    const lane = `${item.person} ${item.scope}`
    inFlight.set(lane, (inFlight.get(lane) ?? 0) + 1)
    most = Math.max(most, ...inFlight.values())
    try {
      const how = fate.shift() ?? 'arrives'
      await s.schedule(Promise.resolve(), `call ${item.key}`)
      if (how === 'call lost') throw new TypeError('lost')
      const outcome = handle(item)
      await s.schedule(Promise.resolve(), `response ${item.key}`)
      if (how === 'response lost') throw new TypeError('lost')
      if (outcome instanceof Error) throw outcome
      return outcome
    } finally {
      inFlight.set(lane, (inFlight.get(lane) ?? 0) - 1)
    }
  }

  /** The server runs a key once, and only for the person who is signed in. */
  function handle(item: Item): unknown {
    if (login === null) return new CallRefused(401, { message: 'Sign in', error: 'Sign in' })
    if (login !== item.person)
      return new CallRefused(409, { message: 'No', error: 'No', error_code: 'OTHER_PERSON' } as CallRefused['body'])
    if (!done.some(({ key }) => key === item.key)) done.push(item)
    return 'done'
  }

  return {
    tabs,
    pressed,
    done,
    delivered,
    sentAsOther,
    mostAtOnce: () => most,
    isOnline: (nth: number) => online[nth] === true,
    press(nth: number, scope: string) {
      if (login === null) return
      const item = { key: `p${99 - pressed.length}`, person: login, scope }
      pressed.push(item)
      const rest = { contract: 'POST /api/x', params: undefined, body: {}, doneAt: Date.now(), text: '', seen: null }
      tabs[nth]?.add({ ...item, ...rest })
      tabs[1 - nth]?.watch()
    },
    signIn(person: number | null) {
      login = person
      for (const tab of tabs) tab.kick()
    },
    setOnline(nth: number, isOnline: boolean) {
      online[nth] = isOnline
      if (isOnline) tabs[nth]?.kick()
    },
    reopen(nth: number) {
      tabs[nth]?.stop()
      tabs[nth] = open(nth)
      tabs[nth]?.kick()
    }
  }
}
