import { act, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { roomOf, START } from '../../testing/session-page.ts'
import { forget } from '../../testing/show.tsx'
import { switchSound, useCues } from './sound.ts'

let tones: number[] = []

class FakeAudio {
  currentTime = 0
  destination = {}
  createOscillator() {
    const tone = { frequency: { value: 0 }, connect: (to: unknown) => to, stop: () => {}, start: () => {} }
    tone.start = () => void tones.push(tone.frequency.value)
    return tone
  }
  createGain() {
    return { gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }, connect: (to: unknown) => to }
  }
  close = async () => {}
}

afterEach(forget)

test('TMR-12 an interval counts the last three seconds and beeps at the change, once sound is on', () => {
  tones = []
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.useFakeTimers({ now: START + 355_000 })
  renderHook(() => useCues(roomOf()))
  act(() => void vi.advanceTimersByTime(1100))
  expect(tones).toEqual([])
  act(() => switchSound())
  for (let second = 0; second < 5; second++) act(() => void vi.advanceTimersByTime(1000))
  act(() => switchSound())
  // The first is the answer to switching on.
  expect(tones).toEqual([990, 660, 660, 660, 990])
})

test('TMR-12 that the sound is on is remembered, and the first press of the next visit wakes it', async () => {
  tones = []
  vi.stubGlobal('AudioContext', FakeAudio)
  localStorage.setItem('sound', 'on')
  vi.resetModules()
  const next = await import('./sound.ts')
  vi.useFakeTimers({ now: START + 355_000 })
  const { result } = renderHook(() => next.useSound())
  expect(result.current).toBe(true)
  renderHook(() => next.useCues(roomOf()))
  fireEvent.pointerDown(document.body)
  for (let second = 0; second < 3; second++) act(() => void vi.advanceTimersByTime(1000))
  expect(tones.length).toBeGreaterThan(0)
  act(() => next.switchSound())
  expect(localStorage.getItem('sound')).toBe('off')
})
