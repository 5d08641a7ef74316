import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refuseStorage } from '../testing/storage.ts'
import { PITCH, playTone, remembered, rememberedVolume, type Tone, USUAL_VOLUME } from './tone.ts'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['0.8', 0.8],
  ['0', 0],
  ['1', 1],
  ['1.5', USUAL_VOLUME],
  ['-1', USUAL_VOLUME],
  ['loud', USUAL_VOLUME]
])('a volume that is kept as %j is heard as %d', { tags: 'TMR-12' }, (kept, volume) => {
  localStorage.setItem('sound-volume', kept)
  expect(rememberedVolume()).toBe(volume)
})

test('who never chose a volume, or whose browser keeps nothing, hears the usual one', { tags: 'TMR-12' }, () => {
  expect(rememberedVolume()).toBe(USUAL_VOLUME)
  refuseStorage()
  expect([rememberedVolume(), remembered('sound')]).toEqual([USUAL_VOLUME, null])
})

/** The clock of the audio at so many seconds, and the tones that were planned on it. */
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
  ['at once, though its moment is over', -4000, 10]
])('a tone is played %s', { tags: 'TMR-12' }, (_, inMs, at) => {
  const { tone, play } = audioAt(10)
  play('end', inMs)
  expect(tone.start).toHaveBeenCalledWith(at)
  expect(tone.stop.mock.calls[0]?.[0]).toBeGreaterThan(at)
})

test('a tone that has not sounded yet can be taken back, one that has cannot', { tags: 'TMR-12' }, () => {
  const { audio, tone, play } = audioAt(10)
  const cancel = play('change', 2000)
  audio.currentTime = 11.9
  expect([cancel(), tone.stop.mock.calls.length]).toEqual([true, 2])
  const late = play('change', 2000)
  audio.currentTime = 14
  expect([late(), tone.stop.mock.calls.length]).toEqual([false, 3])
})

test('each kind of tone has a pitch of its own, and silence is no error of the audio', { tags: 'TMR-12' }, () => {
  const { tone, gain, play } = audioAt(10)
  const pitches = (Object.keys(PITCH) as Tone[]).map(kind => {
    play(kind, 0, 0)
    return tone.frequency.value
  })
  expect(new Set(pitches).size).toBe(pitches.length)
  // An exponential ramp may not begin at nought.
  expect(gain.setValueAtTime.mock.calls.every(([level]) => level > 0)).toBe(true)
})
