import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADA } from '../../testing/page/show.tsx'
import {
  asPerson,
  giveUp,
  isLost,
  markLoginFound,
  markLoginLost,
  onBack,
  recheckLogin,
  startIdentity
} from './identity.ts'
import { setUser } from './user.ts'

const REFUSED = new Error('Please sign in.')
const isRefused = (error: unknown): boolean => error === REFUSED

/** The person whom the server reports as signed in. */
let now: 'ada' | 'grace' | null
let checks: number
let asked: number

beforeEach(() => {
  now = 'ada'
  checks = 0
  asked = 0
  setUser(ADA)
  startIdentity({ check: async () => answer(), ask: () => void asked++ })
})
afterEach(() => {
  startIdentity(null)
  setUser(null)
})

function answer(): void {
  checks++
  if (now === 'ada') markLoginFound()
  else markLoginLost(now)
}

function comeBack(): void {
  now = 'ada'
  markLoginFound()
}

/** A call that the server refuses unless Ada is signed in. */
function write() {
  const sent = vi.fn(async () => {
    if (now !== 'ada') throw REFUSED
    return 'done'
  })
  return { sent, result: asPerson(sent, isRefused).catch((error: unknown) => error) }
}

/** Waits until all started work has finished. */
const settle = (): Promise<void> => new Promise(resolve => setTimeout(resolve))

/** Makes checks wait until the test lets the server respond. */
function holdChecks(): () => Promise<void> {
  const held: (() => void)[] = []
  startIdentity({
    check: () => new Promise<void>(resolve => held.push(resolve)).then(answer),
    ask: () => void asked++
  })
  return async () => {
    held.shift()?.()
    await settle()
  }
}

test('a successful call checks nothing', async () => {
  expect(await write().result).toBe('done')
  expect([checks, asked]).toEqual([0, 0])
})

test('another error fails at once', async () => {
  const broken = new Error('broken')
  await expect(asPerson(() => Promise.reject(broken), isRefused)).rejects.toBe(broken)
  expect([checks, asked]).toEqual([0, 0])
})

test('does not prompt a refused visitor, who has no login to lose', async () => {
  setUser(null)
  now = null
  expect(await write().result).toBe(REFUSED)
  expect([checks, asked]).toEqual([0, 0])
})

test('fails at once while the login is not watched', async () => {
  startIdentity(null)
  now = null
  expect(await write().result).toBe(REFUSED)
})

test('a call whose login has ended waits for its person and is sent once more', async () => {
  now = null
  const { sent, result } = write()
  await settle()
  expect([isLost(), asked, sent.mock.calls.length]).toEqual([true, 1, 1])
  comeBack()
  expect(await result).toBe('done')
  expect(sent).toHaveBeenCalledTimes(2)
})

test('calls that are refused together cause one check, and each is sent once more', async () => {
  now = null
  const respond = holdChecks()
  const calls = [write(), write(), write()]
  await settle()
  await respond()
  expect(checks).toBe(1)
  expect(asked).toBe(3)
  comeBack()
  expect(await Promise.all(calls.map(({ result }) => result))).toEqual(['done', 'done', 'done'])
  expect(calls.map(({ sent }) => sent.mock.calls.length)).toEqual([2, 2, 2])
})

test('closing the prompt throws the refusal, and the next try prompts again', async () => {
  now = null
  const first = write()
  await settle()
  giveUp()
  expect(await first.result).toBe(REFUSED)
  expect(first.sent).toHaveBeenCalledTimes(1)
  const second = write()
  await settle()
  expect(asked).toBe(2)
  comeBack()
  expect(await second.result).toBe('done')
})

test('fails after a second refusal instead of repeating for ever', async () => {
  const sent = vi.fn(() => Promise.reject(REFUSED))
  const result = asPerson(sent, isRefused).catch((error: unknown) => error)
  expect(await result).toBe(REFUSED)
  expect([sent.mock.calls.length, asked]).toEqual([2, 0])
})

test('does not treat a missing connection as a lost login', async () => {
  startIdentity({ check: () => Promise.reject(new TypeError('Failed to fetch')), ask: () => void asked++ })
  await recheckLogin()
  expect([isLost(), asked]).toEqual([false, 0])
})

test('a known loss stays while the server cannot be reached', async () => {
  let isThere = true
  startIdentity({
    check: async () => {
      if (!isThere) throw new TypeError('Failed to fetch')
      answer()
    },
    ask: () => {}
  })
  now = 'grace'
  await recheckLogin()
  isThere = false
  await recheckLogin()
  expect(isLost()).toBe(true)
})

test('several requests during a check cause exactly one more check', async () => {
  const respond = holdChecks()
  void recheckLogin()
  await settle()
  // Another tab signs Grace in, and two more tabs report it.
  now = null
  void recheckLogin()
  void recheckLogin()
  await respond()
  now = 'grace'
  await respond()
  expect([checks, isLost()]).toEqual([2, true])
  await respond()
  expect(checks).toBe(2)
})

test('a request after a check causes another check', async () => {
  await recheckLogin()
  now = null
  await recheckLogin()
  expect([checks, isLost()]).toEqual([2, true])
  now = 'ada'
  await recheckLogin()
  expect([checks, isLost()]).toEqual([3, false])
})

test('listeners run when the person is back, not on each check', async () => {
  const back = vi.fn()
  const stop = onBack(back)
  await recheckLogin()
  expect(back).not.toHaveBeenCalled()
  now = 'grace'
  await recheckLogin()
  now = null
  await recheckLogin()
  expect(back).not.toHaveBeenCalled()
  now = 'ada'
  await recheckLogin()
  await recheckLogin()
  expect(back).toHaveBeenCalledTimes(1)
  stop()
  markLoginLost(null)
  markLoginFound()
  expect(back).toHaveBeenCalledTimes(1)
})

test('a call during a known loss waits, and a call given up earlier stays refused', async () => {
  now = null
  const early = write()
  await settle()
  giveUp()
  const late = write()
  await settle()
  comeBack()
  expect(await Promise.all([early.result, late.result])).toEqual([REFUSED, 'done'])
})
