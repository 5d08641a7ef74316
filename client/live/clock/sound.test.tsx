import { act, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionData } from '../../../domain/sessions/api.ts'
import { FakeAudio, sound } from '../../../testing/page/fake-audio.ts'
import { roomOf, START, sessionOf } from '../../../testing/page/session-page.ts'
import { forget } from '../../../testing/page/show.tsx'
import { refuseStorage } from '../../../testing/page/storage.ts'

const CHANGE = 990
const COUNT = 660
const END = 1320

/** The pitches that have sounded, in order. */
const tones = (): number[] =>
  sound.planned
    .filter(({ at, audio }) => at <= audio.ms)
    .sort((a, b) => a.audio.opened + a.at - b.audio.opened - b.at)
    .map(({ pitch }) => pitch)

/** Just under five seconds before the plan's first run ends. The 0.1 s put each tick just after a full second. */
const SECOND_355 = START + 355_100

beforeEach(() => {
  sound.forget()
  localStorage.clear()
  vi.stubGlobal('AudioContext', FakeAudio)
})
afterEach(() => {
  forget()
  localStorage.clear()
})

/** Imports the module again, as a new visit does, so that it reads its stored settings. */
async function visit(room: SessionData = roomOf(), at = SECOND_355) {
  vi.resetModules()
  const module = await import('./sound.ts')
  vi.useFakeTimers({ now: at })
  const open = () =>
    renderHook(
      ({ data }) => {
        module.useCues(data)
        return [module.useSound(), module.useVolume()] as const
      },
      { initialProps: { data: room } }
    )
  let { result, rerender, unmount } = open()
  return {
    press: () => act(() => module.pressSound()),
    check: () => act(() => module.checkSound()),
    setVolume: (volume: number) => act(() => module.setVolume(volume)),
    state: () => result.current[0],
    volume: () => result.current[1],
    show: (data: SessionData) => rerender({ data }),
    /** Unmounts and mounts the hook, because each tab of a room is a page of its own. */
    changeTab: () => {
      unmount()
      ;({ result, rerender, unmount } = open())
    }
  }
}

/** The sound wakes a moment after a press. */
const pressAnywhere = () => {
  act(() => void fireEvent.pointerUp(document.body))
  act(() => vi.advanceTimersByTime(50))
}
const pressTab = () => {
  act(() => void fireEvent.keyDown(document.body, { key: 'Tab' }))
  act(() => vi.advanceTimersByTime(50))
}

const sleep = (ms: number): void => sound.sleep(ms, vi.setSystemTime)

function hide(isHidden: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

function seconds(count: number): void {
  for (let second = 0; second < count; second++) act(() => void vi.advanceTimersByTime(1000))
}

test('the first press turns sound on, then an interval counts three and beeps at the change', {
  tags: 'TMR-12'
}, async () => {
  const { state } = await visit()
  expect(state()).toBe('blocked')
  seconds(1)
  expect(tones()).toEqual([])
  pressAnywhere()
  expect([state(), tones()]).toEqual(['on', []])
  seconds(5)
  expect(tones()).toEqual([COUNT, COUNT, COUNT, CHANGE])
})

test('without intervals, each change of parts and the end sound', { tags: 'TMR-12' }, async () => {
  const plain = sessionOf().parts.map(group => ({
    ...group,
    parts: group.parts.map(part => ({ ...part, is_interval: 0 as const, timers: [], duration: 300 }))
  }))
  await visit(roomOf({ parts: plain }), START + 297_100)
  pressAnywhere()
  seconds(4)
  const change = [COUNT, COUNT, CHANGE]
  expect(tones()).toEqual(change)
  await visit(roomOf({ parts: plain }), START + 3_597_100)
  pressAnywhere()
  seconds(4)
  expect(tones()).toEqual([...change, END])
})

test('the three tones before a part stay off once they were turned off', { tags: 'TMR-12' }, async () => {
  localStorage.setItem('sound-counts', 'off')
  const plain = sessionOf().parts.map(group => ({
    ...group,
    parts: group.parts.map(part => ({ ...part, is_interval: 0 as const, timers: [], duration: 300 }))
  }))
  await visit(roomOf({ parts: plain }), START + 296_100)
  pressAnywhere()
  seconds(5)
  expect(tones()).toEqual([CHANGE])
})

test('the start and the seconds before it sound', { tags: ['TMR-12', 'SES-065'] }, async () => {
  await visit(roomOf({ status: 0 }), START - 2900)
  pressAnywhere()
  seconds(4)
  expect(tones()).toEqual([COUNT, COUNT, CHANGE])
})

test('a tone is scheduled once, even if the page gets the same plan again', { tags: 'TMR-12' }, async () => {
  const waiting = () => roomOf({ status: 0, parts: sessionOf().parts.map(group => ({ ...group })) })
  const { show } = await visit(waiting(), START - 3900)
  pressAnywhere()
  for (let second = 0; second < 5; second++) {
    show(waiting())
    seconds(1)
    show(waiting())
  }
  expect([tones(), sound.scheduled]).toEqual([[COUNT, COUNT, COUNT, CHANGE], 4])
})

test('while the browser refuses sound it stays blocked, and the next press tries again', {
  tags: 'TMR-12'
}, async () => {
  sound.refuses = true
  const { state } = await visit()
  pressAnywhere()
  expect(state()).toBe('blocked')
  seconds(5)
  expect(tones()).toEqual([])
  sound.refuses = false
  pressAnywhere()
  await act(async () => {})
  expect([state(), sound.open.length]).toEqual(['on', 1])
})

test('a phone call that interrupts the sound makes it blocked', { tags: 'TMR-12' }, async () => {
  const { state } = await visit()
  pressAnywhere()
  act(() => sound.open[0]?.become('interrupted'))
  expect(state()).toBe('blocked')
})

test('sound is on at once if the person already pressed something on this site', { tags: 'TMR-12' }, async () => {
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true }, configurable: true })
  expect((await visit()).state()).toBe('on')
  Reflect.deleteProperty(navigator, 'userActivation')
})

test('the button plays a tone when it turns sound on, and closes the audio when it turns it off', {
  tags: 'TMR-12'
}, async () => {
  const { press, state } = await visit()
  press()
  expect([state(), tones(), sound.open.length]).toEqual(['on', [CHANGE], 1])
  press()
  seconds(10)
  expect([state(), tones(), sound.open.length]).toEqual(['off', [CHANGE], 0])
  pressAnywhere()
  expect(state()).toBe('off')
})

test('a press on the sound button wakes the sound only through the button', { tags: 'TMR-12' }, async () => {
  const { state } = await visit()
  document.body.innerHTML = '<div data-sound><button>Press to turn sound on</button></div>'
  act(() => void fireEvent.pointerUp(document.querySelector('button') as Element))
  expect(state()).toBe('blocked')
  document.body.innerHTML = ''
})

test('the sound check plays a tone, and the chosen volume is kept for the next visit', { tags: 'TMR-12' }, async () => {
  const { check, setVolume, volume } = await visit()
  check()
  setVolume(1)
  expect([tones(), volume()]).toEqual([[CHANGE, COUNT], 1])
  expect(sound.gains.at(-1)).toBeGreaterThan(sound.gains[0] ?? 1)
  expect((await visit()).volume()).toBe(1)
})

test('a tone plays once, even if the page changes within its second', { tags: 'TMR-12' }, async () => {
  const { show } = await visit()
  pressAnywhere()
  seconds(6)
  const before = tones()
  for (let seq = 4; seq < 8; seq++) show(roomOf({ seq }))
  expect(tones()).toEqual(before)
})

test('a tone plays once, even if the person switches tabs within its second', { tags: 'TMR-12' }, async () => {
  const { changeTab } = await visit(roomOf({ started_at: new Date(START + 700).toISOString() }))
  pressAnywhere()
  seconds(3)
  changeTab()
  act(() => void vi.advanceTimersByTime(2700))
  expect(tones()).toEqual([COUNT, COUNT, COUNT, CHANGE])
  changeTab()
  seconds(1)
  expect(tones()).toEqual([COUNT, COUNT, COUNT, CHANGE])
})

test('tones missed during a sleep are not played late', { tags: 'TMR-12' }, async () => {
  await visit()
  pressAnywhere()
  sleep(70_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(tones()).toEqual([])
})

test('tones still play if the page’s clock was ahead when the person pressed', {
  tags: 'TMR-12'
}, async () => {
  await visit()
  vi.setSystemTime(SECOND_355 + 620_000)
  seconds(1)
  pressAnywhere()
  seconds(1)
  // The page corrects its time to the server's, which the audio's clock does not notice.
  sleep(-622_000)
  seconds(6)
  expect(tones()).toEqual([COUNT, COUNT, COUNT, CHANGE])
})

test('in a hidden tab, whose timers run once a minute, all tones play on time', { tags: 'TMR-12' }, async () => {
  await visit()
  pressAnywhere()
  hide(true)
  // No timer has run since, but the audio's clock has.
  vi.setSystemTime(SECOND_355 + 65_000)
  const change = [COUNT, COUNT, COUNT, CHANGE]
  expect(tones()).toEqual([...change, ...change])
  act(() => void vi.advanceTimersByTime(1000))
  vi.setSystemTime(SECOND_355 + 125_000)
  expect(tones()).toEqual([...change, ...change, ...change])
  hide(false)
})

test('tones scheduled ahead are cancelled when the host pauses', { tags: ['TMR-12', 'TMR-05'] }, async () => {
  const { show } = await visit()
  pressAnywhere()
  hide(true)
  seconds(2)
  const parts = sessionOf().parts.map(group => ({
    ...group,
    parts: group.parts.map((part, index) => ({
      ...part,
      ...(index === 1
        ? {
            started_at: new Date(START + 300_000).toISOString(),
            pinned: 1,
            paused_at: new Date(Date.now()).toISOString()
          }
        : {})
    }))
  }))
  const before = tones()
  show(roomOf({ parts, seq: 4 }))
  vi.setSystemTime(SECOND_355 + 80_000)
  expect(tones()).toEqual(before)
  hide(false)
})

test('a tone that was scheduled before the device slept does not play late', { tags: 'TMR-12' }, async () => {
  await visit()
  pressAnywhere()
  hide(true)
  sleep(630_000)
  act(() => void vi.advanceTimersByTime(1000))
  vi.setSystemTime(Date.now() + 4000)
  expect(tones()).toEqual([])
  hide(false)
})

test('a key turns sound on, unless it was switched off on an earlier visit', { tags: 'TMR-12' }, async () => {
  const first = await visit()
  pressTab()
  expect(first.state()).toBe('on')
  first.press()
  const next = await visit()
  pressTab()
  expect([next.state(), sound.open.length]).toEqual(['off', 0])
})

test('the sound works even if the browser refuses storage', { tags: 'TMR-12' }, async () => {
  refuseStorage()
  const { press, state } = await visit()
  pressAnywhere()
  expect(state()).toBe('on')
  press()
  expect(state()).toBe('off')
})
