import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refuseStorage } from '../../testing/page/storage.ts'
import { readStored } from './storage.ts'
import { PITCH, playTone, rememberedVolume, type Tone, USUAL_VOLUME } from './tone.ts'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['0.8', 0.8],
  ['0', 0],
  ['1', 1],
  ['1.5', USUAL_VOLUME],
  ['-1', USUAL_VOLUME],
  ['loud', USUAL_VOLUME]
])('a stored volume of %j plays at %d', { tags: 'TMR-12' }, (kept, volume) => {
  localStorage.setItem('sound-volume', kept)
  expect(rememberedVolume()).toBe(volume)
})

test('uses the default volume without a choice or without storage', { tags: 'TMR-12' }, () => {
  expect(rememberedVolume()).toBe(USUAL_VOLUME)
  refuseStorage()
  expect([rememberedVolume(), readStored('sound')]).toEqual([USUAL_VOLUME, null])
})

/** Audio whose clock is at so many seconds, and the tones planned on it. */
function audioAt(currentTime: number) {
  const tone = { frequency: { value: 0 }, connect: (next: unknown) => next, start: vi.fn(), stop: vi.fn() }
  const gain = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() }
  const audio = {
    currentTime,
    destination: {},
    createOscillator: () => tone,
    createGain: () => ({ gain, connect: (next: unknown) => next })
  }
  const play = (kind: Tone, inMs: number, volume = 0.5) => playTone(audio as never, kind, inMs, volume)
  return { audio, tone, gain, play }
}

test.each([
  ['in a second and a half', 1500, 11.5],
  ['at once', 0, 10],
  ['at once, although its time has passed', -4000, 10]
])('plays a tone %s', { tags: 'TMR-12' }, (_, inMs, at) => {
  const { tone, play } = audioAt(10)
  play('end', inMs)
  expect(tone.start).toHaveBeenCalledWith(at)
  expect(tone.stop.mock.calls[0]?.[0]).toBeGreaterThan(at)
})

test('a planned tone can be cancelled until it sounds', { tags: 'TMR-12' }, () => {
  const { audio, tone, play } = audioAt(10)
  const cancel = play('change', 2000)
  audio.currentTime = 11.9
  expect([cancel(), tone.stop.mock.calls.length]).toEqual([true, 2])
  const late = play('change', 2000)
  audio.currentTime = 14
  expect([late(), tone.stop.mock.calls.length]).toEqual([false, 3])
})

test('each kind of tone has its own pitch, and volume 0 causes no error', { tags: 'TMR-12' }, () => {
  const { tone, gain, play } = audioAt(10)
  const pitches = (Object.keys(PITCH) as Tone[]).map(kind => {
    play(kind, 0, 0)
    return tone.frequency.value
  })
  expect(new Set(pitches).size).toBe(pitches.length)
  // An exponential ramp must not start at zero.
  expect(gain.setValueAtTime.mock.calls.every(([level]) => level > 0)).toBe(true)
})
