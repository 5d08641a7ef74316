import { act, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionData } from '../../../domain/sessions/api.ts'
import { roomOf, START } from '../../testing/session-page.ts'
import { forget } from '../../testing/show.tsx'
import { refuseStorage } from '../../testing/storage.ts'

const CHANGE = 990
const COUNT = 660

let tones: number[] = []
let open = 0

class FakeAudio {
  currentTime = 0
  destination = {}
  constructor() {
    open += 1
  }
  createOscillator() {
    const tone = { frequency: { value: 0 }, connect: (to: unknown) => to, stop: () => {}, start: () => {} }
    tone.start = () => void tones.push(tone.frequency.value)
    return tone
  }
  createGain() {
    return { gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }, connect: (to: unknown) => to }
  }
  close = async () => {
    open -= 1
  }
}

/** Not quite five seconds before the first run of the plan is over; seconds are told just after each full one. */
const SECOND_355 = START + 355_100

beforeEach(() => {
  tones = []
  open = 0
  localStorage.clear()
  vi.stubGlobal('AudioContext', FakeAudio)
})
afterEach(() => {
  forget()
  localStorage.clear()
})

/** As a new visit: the module reads what was remembered. */
async function visit(room: SessionData = roomOf()) {
  vi.resetModules()
  const sound = await import('./sound.ts')
  vi.useFakeTimers({ now: SECOND_355 })
  const { result, rerender } = renderHook(
    ({ data }) => {
      sound.useCues(data)
      return sound.useSound()
    },
    { initialProps: { data: room } }
  )
  const press = () => act(() => sound.switchSound())
  return { press, isOn: () => result.current, show: (data: SessionData) => rerender({ data }) }
}

function seconds(count: number): void {
  for (let second = 0; second < count; second++) act(() => void vi.advanceTimersByTime(1000))
}

test('TMR-12 an interval counts the last three seconds and beeps at the change, once sound is on', async () => {
  const { press } = await visit()
  seconds(1)
  expect(tones).toEqual([])
  press()
  seconds(5)
  // The first is the response to switching on.
  expect(tones).toEqual([CHANGE, COUNT, COUNT, COUNT, CHANGE])
})

test('TMR-12 sound that was switched off is off at once, and lets go of the speaker', async () => {
  const { press, isOn } = await visit()
  press()
  expect([isOn(), open]).toEqual([true, 1])
  press()
  seconds(10)
  expect([isOn(), open, tones]).toEqual([false, 0, [CHANGE]])
})

test('TMR-12 a tone is played once, however often the page changes in its second', async () => {
  const { press, show } = await visit()
  press()
  seconds(6)
  const before = [...tones]
  for (let seq = 4; seq < 8; seq++) show(roomOf({ seq }))
  expect(tones).toEqual(before)
})

test('TMR-12 after a sleep nothing that was missed is played late', async () => {
  const { press } = await visit()
  press()
  tones = []
  vi.setSystemTime(SECOND_355 + 70_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(tones).toEqual([])
})

test('TMR-12 that the sound is on is remembered, and the first press of the next visit wakes it', async () => {
  const first = await visit()
  expect(first.isOn()).toBe(false)
  first.press()
  tones = []
  open = 0
  const next = await visit()
  expect([next.isOn(), open]).toEqual([true, 0])
  fireEvent.pointerDown(document.body)
  expect(open).toBe(1)
  seconds(3)
  expect(tones).toEqual([COUNT, COUNT])
  next.press()
  expect((await visit()).isOn()).toBe(false)
})

test('TMR-12 a key wakes it as well; where it is off no press makes a sound', async () => {
  localStorage.setItem('sound', 'on')
  await visit()
  fireEvent.keyDown(document.body, { key: 'Tab' })
  expect(open).toBe(1)
  localStorage.setItem('sound', 'off')
  forget()
  vi.stubGlobal('AudioContext', FakeAudio)
  await visit()
  fireEvent.pointerDown(document.body)
  expect(open).toBe(1)
})

test('TMR-12 where the browser refuses storage the sound can be switched on all the same', async () => {
  refuseStorage()
  const { press, isOn } = await visit()
  expect(isOn()).toBe(false)
  press()
  expect(isOn()).toBe(true)
})
