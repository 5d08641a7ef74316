import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stored } from '../../testing/page/outbox.ts'
import { createLocks } from '../../testing/page/web-locks.ts'
import { CallRefused, NoResponse, Skipped } from '../lib/api.ts'
import { createOutbox, type NewItem, type Outbox } from './create-outbox.ts'
import type { Item } from './item.ts'
import { createItemStorage } from './storage.ts'

const NOON = Date.UTC(2026, 4, 1, 12)
const ADA = 1
const GRACE = 2

/** The server of these tests. A call waits for `settle`, unless `reply` is set. */
interface Network {
  sent: Item[]
  reply: ((item: Item) => unknown) | null
  /** Answers the oldest waiting call. */
  settle: (how: 'ok' | Error) => Promise<void>
}

let network: Network
let isOnline: boolean
let person: number | null
let random: number
/** Server time minus device time. */
let offset: number
let tabs: Outbox[]

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
  localStorage.clear()
  isOnline = true
  person = ADA
  random = 1
  offset = 0
  tabs = []
  network = createNetwork()
})
afterEach(() => {
  for (const tab of tabs) tab.stop()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function createNetwork(): Network & { send: (item: Item) => Promise<unknown> } {
  const hanging: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = []
  return {
    sent: [],
    reply: () => 'done',
    send(item) {
      this.sent.push(item)
      if (this.reply) return new Promise(resolve => resolve(this.reply?.(item)))
      return new Promise((resolve, reject) => hanging.push({ resolve, reject }))
    },
    async settle(how) {
      const call = hanging.shift()
      if (how === 'ok') call?.resolve('done')
      else call?.reject(how)
      await pass(0)
    }
  }
}

type Surroundings = Parameters<typeof createOutbox>[0]

function open(more: Partial<Surroundings> = {}) {
  const delivered: string[] = []
  const refused: string[] = []
  const tab = createOutbox({
    storage: createItemStorage(() => localStorage),
    locks: null,
    send: item => (network as ReturnType<typeof createNetwork>).send(item),
    person: () => person,
    isOnline: () => isOnline,
    now: () => Date.now(),
    serverNow: () => Date.now() + offset,
    elapsed: () => performance.now(),
    random: () => random,
    onDelivered: ({ key }) => void delivered.push(key),
    onRefused: ({ key }) => void refused.push(key),
    ...more
  })
  tab.refresh()
  tabs.push(tab)
  return { tab, delivered, refused }
}

function press(key: string, more: Partial<NewItem> = {}): NewItem {
  return {
    key,
    person: ADA,
    contract: 'POST /api/x',
    body: {},
    doneAt: Date.now(),
    scope: 'room 7',
    text: key,
    seen: null,
    params: undefined,
    ...more
  }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const sentKeys = (): string[] => network.sent.map(({ key }) => key)
const keptKeys = (): string[] => stored().map(({ key }) => key)

function refusal(status: number, more: { error_code?: 'OTHER_PERSON'; retryAfter?: number } = {}): CallRefused {
  const { error_code, retryAfter = null } = more
  return new CallRefused(
    status,
    { message: `No (${status})`, error: 'No', ...(error_code && { error_code }) },
    retryAfter
  )
}

function fail(error: unknown): void {
  network.reply = () => {
    throw error
  }
}

test('sends the items of a scope one by one, in their order', async () => {
  network.reply = null
  const { tab, delivered } = open()
  for (const key of ['one', 'two', 'three']) tab.add(press(key))
  await pass(0)
  expect(sentKeys()).toEqual(['one'])
  await network.settle('ok')
  expect([sentKeys(), delivered]).toEqual([['one', 'two'], ['one']])
  await network.settle('ok')
  await network.settle('ok')
  expect([sentKeys(), delivered, keptKeys()]).toEqual([['one', 'two', 'three'], ['one', 'two', 'three'], []])
})

test('an item that waits for a retry holds back later ones of its scope only', async () => {
  network.reply = ({ scope }) => {
    if (scope === 'room 7') throw new TypeError('Failed to fetch')
  }
  const { tab, delivered } = open()
  tab.add(press('one'))
  tab.add(press('two'))
  tab.add(press('elsewhere', { scope: 'goal 5' }))
  await pass(0)
  expect([sentKeys(), delivered]).toEqual([['one', 'elsewhere'], ['elsewhere']])
  network.reply = () => 'done'
  await pass(1000)
  expect(sentKeys()).toEqual(['one', 'elsewhere', 'one', 'two'])
})

test('a call without a response in one scope does not delay another scope', async () => {
  network.reply = null
  const { tab } = open()
  tab.add(press('hangs'))
  tab.add(press('elsewhere', { scope: 'goal 5' }))
  await pass(0)
  expect(sentKeys()).toEqual(['hangs', 'elsewhere'])
})

test('items outlive their page and any later page sends them, with their time', {
  tags: ['LOG-28', 'SGL-25']
}, async () => {
  isOnline = false
  const closed = open()
  closed.tab.add(press('one', { doneAt: NOON - 5 }))
  closed.tab.add(press('two'))
  await pass(0)
  closed.tab.stop()
  isOnline = true
  // This page has loaded no feature; the stored items are enough.
  const { tab, delivered } = open()
  expect(tab.items.get().map(({ key }) => key)).toEqual(['one', 'two'])
  tab.kick()
  await pass(0)
  expect(network.sent.map(({ key, doneAt }) => [key, doneAt])).toEqual([
    ['one', NOON - 5],
    ['two', NOON]
  ])
  expect([delivered, keptKeys()]).toEqual([['one', 'two'], []])
})

test('a page that closed during a call leaves the item to the next page, with its key', async () => {
  network.reply = null
  const closed = open()
  closed.tab.add(press('one'))
  await pass(0)
  closed.tab.stop()
  await network.settle('ok')
  expect([closed.delivered, keptKeys()]).toEqual([[], ['one']])
  network.reply = () => 'done'
  open().tab.kick()
  await pass(0)
  expect([sentKeys(), keptKeys()]).toEqual([['one', 'one'], []])
})

test('sends nothing and counts no try while offline, and sends everything once online', async () => {
  isOnline = false
  const { tab } = open()
  tab.add(press('one'))
  await pass(600_000)
  expect([sentKeys(), tab.items.get()[0]?.tries]).toEqual([[], 0])
  isOnline = true
  tab.kick()
  await pass(0)
  expect([sentKeys(), keptKeys()]).toEqual([['one'], []])
})

test('an item of another person waits for them and does not delay mine', { tags: 'SEC-11' }, async () => {
  isOnline = false
  const { tab } = open()
  tab.add(press('of ada'))
  person = GRACE
  isOnline = true
  tab.add(press('of grace', { person: GRACE }))
  tab.kick()
  await pass(600_000)
  expect([sentKeys(), keptKeys()]).toEqual([['of grace'], ['of ada']])
  person = null
  tab.kick()
  await pass(600_000)
  expect(sentKeys()).toEqual(['of grace'])
  person = ADA
  tab.kick()
  await pass(0)
  expect([sentKeys(), keptKeys()]).toEqual([['of grace', 'of ada'], []])
})

test.each([
  ['401', refusal(401)],
  ['OTHER_PERSON', refusal(409, { error_code: 'OTHER_PERSON' })]
])('after %s a scope waits for its person without retries', { tags: 'SEC-11' }, async (_, error) => {
  fail(error)
  const { tab, refused } = open()
  tab.add(press('one'))
  tab.add(press('two'))
  await pass(600_000)
  expect([sentKeys(), refused, keptKeys()]).toEqual([['one'], [], ['one', 'two']])
  network.reply = () => 'done'
  tab.add(press('elsewhere', { scope: 'goal 5' }))
  await pass(0)
  expect(sentKeys()).toEqual(['one', 'elsewhere'])
  tab.kick()
  await pass(0)
  expect([sentKeys(), keptKeys()]).toEqual([['one', 'elsewhere', 'one', 'two'], []])
})

test.each([
  ['no response', new TypeError('Failed to fetch')],
  ['a time-out', new DOMException('The operation timed out.', 'TimeoutError')],
  ['408', refusal(408)],
  ['429', refusal(429)],
  ['500', refusal(500)],
  ['502', refusal(502)],
  ['503', refusal(503)],
  ['504', refusal(504)]
])('after %s an item is sent again with its key after 1, 2, 4 ... s, at most a minute', async (_, error) => {
  fail(error)
  const { tab, refused } = open()
  tab.add(press('one'))
  await pass(0)
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    const before = network.sent.length
    await pass(seconds * 1000 - 1)
    expect(network.sent).toHaveLength(before)
    await pass(1)
    expect(network.sent).toHaveLength(before + 1)
  }
  expect(refused).toEqual([])
  expect(tab.items.get()).toMatchObject([{ tries: 9, refused: null }])
  network.reply = () => 'done'
  await pass(60_000)
  expect([new Set(sentKeys()), keptKeys()]).toEqual([new Set(['one']), []])
})

test.each([
  [0, 500],
  [0.5, 750],
  [1, 1000]
])('with random %d the first wait is %d ms, so that pages retry at different times', async (at, wait) => {
  random = at
  fail(refusal(503))
  const { tab } = open()
  tab.add(press('one'))
  await pass(wait - 1)
  expect(network.sent).toHaveLength(1)
  await pass(1)
  expect(network.sent).toHaveLength(2)
})

test('keeps Retry-After when the connection is back, but ends its own wait', async () => {
  fail(refusal(429, { retryAfter: 7000 }))
  const { tab } = open()
  tab.add(press('one'))
  await pass(0)
  network.reply = () => 'done'
  await pass(5000)
  tab.kick()
  await pass(1999)
  expect(network.sent).toHaveLength(1)
  await pass(1)
  expect(network.sent).toHaveLength(2)

  fail(new TypeError('Failed to fetch'))
  tab.add(press('two'))
  await pass(0)
  network.reply = () => 'done'
  tab.kick()
  await pass(0)
  expect([sentKeys(), keptKeys()]).toEqual([['one', 'one', 'two', 'two'], []])
})

test('a skipped call counts no try and is sent again a second later', async () => {
  fail(new Skipped('on its way'))
  const { tab, refused } = open()
  tab.add(press('one'))
  await pass(0)
  expect([tab.items.get()[0]?.tries, refused, keptKeys()]).toEqual([0, [], ['one']])
  network.reply = () => 'done'
  await pass(1000)
  expect([sentKeys(), keptKeys()]).toEqual([['one', 'one'], []])
})

test.each([400, 403, 404, 409, 413, 422])(
  'after %d an item is refused and stays, and the next one is sent',
  async status => {
    network.reply = ({ key }) => {
      if (key === 'one') throw refusal(status)
    }
    const { tab, delivered, refused } = open()
    tab.add(press('one'))
    tab.add(press('two'))
    await pass(600_000)
    expect([sentKeys(), delivered, refused]).toEqual([['one', 'two'], ['two'], ['one']])
    expect(stored()).toMatchObject([{ key: 'one', refused: `No (${status})` }])
  }
)

test('a refused item outlives the page and is sent only on "Try again", with its key and time', async () => {
  fail(refusal(409))
  const closed = open()
  closed.tab.add(press('one'))
  await pass(0)
  closed.tab.stop()
  const { tab, delivered } = open()
  tab.kick()
  await pass(600_000)
  expect(network.sent).toHaveLength(1)
  network.reply = null
  tab.retry('one')
  await pass(0)
  expect(tab.items.get().map(({ refused, refusal }) => [refused, refusal])).toEqual([[null, undefined]])
  await network.settle('ok')
  expect(network.sent.map(({ key, doneAt }) => [key, doneAt])).toEqual([
    ['one', NOON],
    ['one', NOON]
  ])
  expect([delivered, keptKeys()]).toEqual([['one'], []])
})

test('an item refused again after "Try again" is reported once more', async () => {
  fail(refusal(422))
  const { tab, refused } = open()
  tab.add(press('one'))
  await pass(0)
  tab.retry('one')
  await pass(600_000)
  expect([sentKeys(), refused, keptKeys()]).toEqual([['one', 'one'], ['one', 'one'], ['one']])
})

test('"Discard" deletes a refused item', async () => {
  fail(refusal(409))
  const { tab } = open()
  tab.add(press('one'))
  await pass(0)
  tab.discard('one')
  tab.discard('never there')
  tab.retry('one')
  tab.kick()
  await pass(600_000)
  expect([network.sent.length, tab.items.get(), keptKeys()]).toEqual([1, [], []])
})

test('a response that the page cannot show still ends its item', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { tab } = open({
    onDelivered: () => {
      throw new Error('broken page')
    }
  })
  tab.add(press('one'))
  tab.add(press('two'))
  await pass(600_000)
  expect([sentKeys(), keptKeys(), error.mock.calls.length]).toEqual([['one', 'two'], [], 2])
})

test('applies the response before its item stops waiting', async () => {
  const waitedDuring: number[] = []
  const { tab } = open({ onDelivered: () => void waitedDuring.push(tab.items.get().length) })
  tab.add(press('one'))
  await pass(0)
  expect([waitedDuring, tab.items.get()]).toEqual([[1], []])
})

test('two tabs send an item once, and another tab takes over from a closed one', async () => {
  network.reply = null
  const locks = createLocks()
  const [one, two] = [open({ locks }), open({ locks })]
  one.tab.add(press('one'))
  two.tab.watch()
  two.tab.kick()
  await pass(60_000)
  expect(sentKeys()).toEqual(['one'])
  await network.settle('ok')
  await pass(60_000)
  expect([sentKeys(), one.delivered, two.delivered]).toEqual([['one'], ['one'], []])

  isOnline = false
  one.tab.add(press('two'))
  one.tab.stop()
  isOnline = true
  two.tab.watch()
  await pass(4999)
  expect(sentKeys()).toEqual(['one'])
  await pass(1)
  await network.settle('ok')
  expect([sentKeys(), two.delivered, keptKeys()]).toEqual([['one', 'two'], ['two'], []])
})

test('without Web Locks two tabs may send an item twice, with the same key', async () => {
  network.reply = null
  const [one, two] = [open(), open()]
  one.tab.add(press('one'))
  two.tab.kick()
  await pass(0)
  await network.settle('ok')
  await network.settle('ok')
  await pass(60_000)
  expect([sentKeys(), keptKeys()]).toEqual([['one', 'one'], []])
})

test('an item is taken back only before it was sent, by any tab', { tags: 'D-158' }, async () => {
  network.reply = null
  const locks = createLocks()
  const [one, two] = [open({ locks }), open({ locks })]
  isOnline = false
  for (const key of ['one', 'two', 'three']) one.tab.add(press(key))
  await pass(0)
  expect(await two.tab.takeBack('two')).toBe(true)
  expect([keptKeys(), await two.tab.takeBack('two')]).toEqual([['one', 'three'], false])
  isOnline = true
  one.tab.kick()
  await pass(0)
  // The first one is on its way, and the tab that sends it can take back the next one.
  expect([await one.tab.takeBack('one'), await two.tab.takeBack('one'), await two.tab.takeBack('three')]).toEqual([
    ...[false, false, false]
  ])
  expect(await one.tab.takeBack('three')).toBe(true)
  await network.settle(new Error('lost'))
  expect([await one.tab.takeBack('one'), sentKeys(), keptKeys()]).toEqual([false, ['one'], ['one']])
})

test('sends without a lock when the browser refuses locks', async () => {
  const refuse = () => Promise.reject(new DOMException('No', 'SecurityError'))
  const { tab } = open({ locks: { request: refuse, ifFree: refuse } })
  tab.add(press('one'))
  await pass(0)
  expect([sentKeys(), keptKeys()]).toEqual([['one'], []])
})

test.each([
  ['refused', () => new DOMException('No', 'SecurityError')],
  ['full', () => new DOMException('Full', 'QuotaExceededError')]
])('with storage %s items last as long as the page, in order', async (how, error) => {
  const broken = (): never => {
    throw error()
  }
  const storage =
    how === 'refused'
      ? broken
      : () => new Proxy(localStorage, { get: (of, name) => (name === 'setItem' ? broken : bound(of, name)) })
  network.reply = null
  const { tab } = open({ storage: createItemStorage(storage) })
  tab.add(press('one'))
  tab.add(press('two'))
  await network.settle(refusal(503))
  expect(tab.items.get()).toMatchObject([{ key: 'one', tries: 1 }, { key: 'two' }])
  await pass(1000)
  await network.settle('ok')
  await network.settle('ok')
  expect([sentKeys(), tab.items.get(), keptKeys()]).toEqual([['one', 'one', 'two'], [], []])
})

test('when storage becomes full an item keeps its outcome and is not sent in a loop', async () => {
  let isFull = false
  const full = (): never => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  const storage = () =>
    new Proxy(localStorage, { get: (of, name) => (isFull && name === 'setItem' ? full : bound(of, name)) })
  network.reply = null
  const { tab } = open({ storage: createItemStorage(storage) })
  tab.add(press('one'))
  await pass(0)
  isFull = true
  await network.settle(refusal(503))
  expect(tab.items.get()).toMatchObject([{ key: 'one', tries: 1, isUnstored: true }])
  await pass(1000)
  await network.settle(refusal(409))
  await pass(60_000)
  expect([sentKeys(), tab.items.get().map(({ refused }) => refused)]).toEqual([['one', 'one'], ['No (409)']])
  isFull = false
  tab.retry('one')
  expect(stored()).toMatchObject([{ key: 'one', refused: null }])
  expect(stored()[0]?.isUnstored).toBeUndefined()
  await network.settle('ok')
  expect([tab.items.get(), keptKeys()]).toEqual([[], []])
})

test('setting the clock back by five hours does not make our own wait longer', async () => {
  fail(refusal(503))
  const { tab } = open()
  tab.add(press('one'))
  await pass(0)
  vi.setSystemTime(NOON - 5 * 3_600_000)
  network.reply = () => 'done'
  await pass(60_000)
  expect([sentKeys(), keptKeys()]).toEqual([['one', 'one'], []])
})

const MINUTE = 60_000

test.each([20, 300])(
  'setting the clock back by %i minutes does not change the wait that the server asked for',
  async minutes => {
    fail(refusal(429, { retryAfter: 30 * MINUTE }))
    const { tab } = open()
    tab.add(press('one'))
    await pass(10 * MINUTE)
    vi.setSystemTime(Date.now() - minutes * MINUTE)
    network.reply = () => 'done'
    tab.kick()
    await pass(20 * MINUTE - 1)
    expect(sentKeys()).toEqual(['one'])
    await pass(1)
    expect([sentKeys(), keptKeys()]).toEqual([['one', 'one'], []])
  }
)

test.each([-20, 20])('a reload knows the wait that the server asked for, %i minutes after the clock', async minutes => {
  fail(refusal(429, { retryAfter: 30 * MINUTE }))
  const { tab } = open()
  tab.add(press('one'))
  await pass(10 * MINUTE)
  tab.stop()
  vi.setSystemTime(Date.now() + minutes * MINUTE)
  // The HTML has the time.
  offset = -minutes * MINUTE
  network.reply = () => 'done'
  open().tab.kick()
  await pass(20 * MINUTE - 1)
  expect(sentKeys()).toEqual(['one'])
  await pass(1)
  expect([sentKeys(), keptKeys()]).toEqual([['one', 'one'], []])
})

test('a page that slept through the wait that the server asked for sends when it wakes', async () => {
  fail(refusal(429, { retryAfter: 30 * MINUTE }))
  const { tab } = open()
  tab.add(press('one'))
  await pass(0)
  // Clocks that nobody sets may stand still meanwhile.
  vi.setSystemTime(NOON + 30 * MINUTE)
  network.reply = () => 'done'
  tab.kick()
  await pass(0)
  expect([sentKeys(), keptKeys()]).toEqual([['one', 'one'], []])
})

test('a reload without the time of the server waits at most an hour', async () => {
  fail(refusal(429, { retryAfter: 30 * MINUTE }))
  const { tab } = open()
  tab.add(press('one'))
  await pass(0)
  tab.stop()
  vi.setSystemTime(NOON - 300 * MINUTE)
  network.reply = () => 'done'
  open().tab.kick()
  await pass(60 * MINUTE)
  expect([sentKeys(), keptKeys()]).toEqual([['one', 'one'], []])
})

// Found by the simulation.
test.each([
  ['the page', false],
  ['its reload', true]
])(
  'setting the clock back by three minutes does not hold up an item in %s whose response was lost',
  async (_, reloads) => {
    fail(new NoResponse('lost'))
    const { tab } = open()
    tab.add(press('one'))
    await pass(0)
    vi.setSystemTime(NOON - 3 * 60_000)
    network.reply = () => 'done'
    if (reloads) tab.stop()
    if (reloads) open().tab.kick()
    await pass(60_000)
    expect([sentKeys(), keptKeys()]).toEqual([['one', 'one'], []])
  }
)

test('an item that always causes a 500 is refused after twenty tries, and later ones are sent', async () => {
  network.reply = ({ key }) => {
    if (key === 'one') throw refusal(500)
  }
  const { tab } = open()
  tab.add(press('one'))
  tab.add(press('two'))
  await pass(10 * 60_000)
  expect([sentKeys().includes('two'), keptKeys()]).toEqual([false, ['one', 'two']])
  await pass(10 * 60_000)
  expect([tab.items.get().map(({ key, refused }) => [key, refused]), sentKeys().at(-1)]).toEqual([
    [['one', 'No (500)']],
    'two'
  ])
})

test('waits at most an hour, whatever the server asks', async () => {
  fail(refusal(429, { retryAfter: 100 * 3_600_000 }))
  const { tab } = open()
  tab.add(press('one'))
  await pass(3_599_999)
  expect(network.sent).toHaveLength(1)
  await pass(1)
  expect(network.sent).toHaveLength(2)
})

function bound(of: Storage, name: string | symbol): unknown {
  const value: unknown = Reflect.get(of, name)
  return typeof value === 'function' ? value.bind(of) : value
}

test('a later list replaces a waiting one and restarts its wait', {
  tags: ['TMR-20', 'D-96']
}, async () => {
  const { tab } = open()
  tab.add(press('first'), { wait: 50_000, replaces: true })
  await pass(30_000)
  tab.add(press('second'), { wait: 50_000, replaces: true })
  tab.add(press('other list', { scope: 'list 2' }), { wait: 50_000, replaces: true })
  await pass(49_999)
  expect([sentKeys(), keptKeys()]).toEqual([[], ['second', 'other list']])
  await pass(1)
  expect(sentKeys()).toEqual(['second', 'other list'])
})

test('a later list does not replace one that is being sent, and follows it', { tags: ['TMR-20', 'D-96'] }, async () => {
  network.reply = null
  const { tab } = open()
  tab.add(press('first'), { wait: 50_000, replaces: true })
  await pass(50_000)
  tab.add(press('second'), { wait: 50_000, replaces: true })
  tab.add(press('third'), { wait: 50_000, replaces: true })
  expect(keptKeys()).toEqual(['first', 'third'])
  await network.settle('ok')
  expect(keptKeys()).toEqual(['third'])
  await pass(50_000)
  await network.settle('ok')
  expect([sentKeys(), keptKeys()]).toEqual([['first', 'third'], []])
})

test('leaving a list sends it now; leaving the page lets the next page send it at once', {
  tags: 'TMR-20'
}, async () => {
  const { tab } = open()
  tab.add(press('left'), { wait: 50_000, replaces: true })
  tab.flush('room 7')
  await pass(0)
  expect(sentKeys()).toEqual(['left'])
  tab.add(press('closed'), { wait: 50_000, replaces: true })
  tab.release('room 7')
  tab.stop()
  const next = open()
  next.tab.watch()
  await pass(5000)
  expect([sentKeys(), keptKeys()]).toEqual([['left', 'closed'], []])
})

test('ignores invalid entries in the storage', async () => {
  localStorage.setItem('outbox:1:half', '{"key":"half","per')
  localStorage.setItem('outbox:1:else', '{"key":1}')
  localStorage.setItem('theme', 'dark')
  const { tab } = open()
  tab.add(press('one'))
  await pass(0)
  expect([sentKeys(), tab.items.get()]).toEqual([['one'], []])
  expect(localStorage.getItem('theme')).toBe('dark')
})

test('a refused list stays when a later one is added', {
  tags: ['TMR-20', 'D-96']
}, async () => {
  const { tab, delivered } = open()
  network.reply = () => {
    throw new CallRefused(403, { message: 'No' } as CallRefused['body'])
  }
  tab.add(press('first', { scope: 'list 7' }))
  await pass(0)
  network.reply = () => 'done'
  tab.add(press('second', { scope: 'list 7' }), { wait: 50_000, replaces: true })
  expect(tab.items.get().map(({ key, refused }) => [key, refused])).toEqual([
    ['first', 'No'],
    ['second', null]
  ])
  tab.retry('first')
  await pass(60_000)
  expect(delivered.toSorted()).toEqual(['first', 'second'])
})

/** Random presses, failures, waits and reloads in any order. */
const SCOPES = ['room 7', 'room 8']
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...SCOPES).map(scope => ({ do: 'press' as const, scope })) },
    { weight: 3, arbitrary: fc.constantFrom(0, 503, 429, 409).map(status => ({ do: 'network' as const, status })) },
    { weight: 3, arbitrary: fc.nat(90_000).map(ms => ({ do: 'wait' as const, ms })) },
    fc.constantFrom({ do: 'line' as const }, { do: 'reload' as const }, { do: 'person' as const })
  ),
  { maxLength: 25 }
)

test('every press arrives once and in the order of its room, or is reported as refused', {
  tags: 'D-82'
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async given => {
      localStorage.clear()
      const done: string[] = []
      const refusedKeys: string[] = []
      const watch = {
        onDelivered: ({ key }: Item) => void done.push(key),
        onRefused: ({ key }: Item) => void refusedKeys.push(key)
      }
      let { tab } = open(watch)
      const pressed: { key: string; scope: string }[] = []
      const sendingWorks = () => {
        network.reply = () => 'done'
        isOnline = true
        person = ADA
      }
      sendingWorks()
      for (const step of given) {
        if (step.do === 'press' && person === ADA) {
          const key = `p${pressed.length}`
          pressed.push({ key, scope: step.scope })
          tab.add(press(key, { scope: step.scope }))
        } else if (step.do === 'network') {
          const { status } = step
          network.reply = () => {
            if (status !== 0) throw new CallRefused(status, { message: 'No' } as CallRefused['body'])
            return 'done'
          }
        } else if (step.do === 'wait') await pass(step.ms)
        else if (step.do === 'line') isOnline = !isOnline
        else if (step.do === 'person') person = person === ADA ? GRACE : ADA
        else if (step.do === 'reload') {
          tab.stop()
          tab = open(watch).tab
        }
      }
      sendingWorks()
      tab.kick()
      await pass(200_000)
      expect(new Set(done).size).toBe(done.length)
      expect([...done, ...refusedKeys].toSorted()).toEqual(pressed.map(({ key }) => key).toSorted())
      for (const scope of SCOPES) {
        const mine = pressed.filter(one => one.scope === scope).map(({ key }) => key)
        expect(done.filter(key => mine.includes(key))).toEqual(mine.filter(key => done.includes(key)))
      }
      expect(
        tab.items
          .get()
          .map(({ key }) => key)
          .toSorted()
      ).toEqual(refusedKeys.toSorted())
      tab.stop()
    }),
    { seed: 82, numRuns: 40 }
  )
})
