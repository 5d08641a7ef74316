import { expect, test } from 'vitest'
import { SessionStatus } from '../status.ts'
import { asksReady, mayComplete, offersReady, readyAfter } from './readiness.ts'

const { NotStarted, Running, Ended } = SessionStatus

test.each([
  [false, null, true],
  [true, null, false],
  [false, true, true],
  [true, true, true],
  [false, false, false],
  [true, false, false]
])('ready: %s, sent: %s, then ready: %s', { tags: ['SES-091', 'D-76'] }, (isReady, wish, then) => {
  expect(readyAfter({ status: NotStarted }, isReady, wish)).toEqual({ ok: true, value: then })
})

test('sending a value twice is the same as once, and toggling twice changes nothing', {
  tags: ['SES-091', 'D-76']
}, () => {
  const after = (isReady: boolean, wish: boolean | null): boolean => {
    const outcome = readyAfter({ status: NotStarted }, isReady, wish)
    return outcome.ok ? outcome.value : isReady
  }
  for (const isReady of [false, true]) {
    for (const wish of [false, true]) expect(after(after(isReady, wish), wish)).toBe(after(isReady, wish))
    expect(after(after(isReady, null), null)).toBe(isReady)
  }
})

test.each([Running, Ended])('with status %i nobody can become ready', { tags: ['SES-091', 'D-76'] }, status => {
  expect(readyAfter({ status }, false, true)).toMatchObject({
    ok: false,
    refusal: { kind: 'conflict', message: 'This session has already started.' }
  })
  expect(offersReady({ status, is_preset: 0 }, false)).toBe(false)
})

test('the page offers Ready before the start, except in templates and to removed people', {
  tags: ['SES-082', 'SES-091']
}, () => {
  expect(offersReady({ status: NotStarted, is_preset: 0 }, false)).toBe(true)
  expect(offersReady({ status: NotStarted, is_preset: 1 }, false)).toBe(false)
  expect(offersReady({ status: NotStarted, is_preset: 0 }, true)).toBe(false)
})

test('a member can complete only a running session', { tags: 'D-74' }, () => {
  expect(mayComplete({ status: Running })).toEqual({ ok: true, value: true })
  for (const status of [NotStarted, Ended] as const) {
    expect(mayComplete({ status })).toMatchObject({ refusal: { message: 'This session isn’t in progress.' } })
  }
})

test.each([
  [null, true],
  [0, true],
  [3600, true],
  [3601, false]
])('with %s seconds to the start, the page asks for readiness: %s', { tags: 'D-76' }, (remaining, isAsked) => {
  expect(asksReady(remaining)).toBe(isAsked)
})
