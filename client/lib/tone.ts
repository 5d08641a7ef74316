/** Short tones, and the sound settings that a person chose in this browser. */
import { readStored } from './storage.ts'

export const PITCH = { count: 660, change: 990, end: 1320, alert: 880 }
export type Tone = keyof typeof PITCH

const SECOND = 1000
export const USUAL_VOLUME = 0.5

/**
 * Plays a tone in `inMs` milliseconds, or at once if that is negative. Returns a function that cancels it and returns
 * whether it was in time.
 */
export function playTone(audio: AudioContext, kind: Tone, inMs: number, volume: number): () => boolean {
  const tone = audio.createOscillator()
  const loudness = audio.createGain()
  const long = kind === 'count' ? 0.12 : 0.35
  const at = audio.currentTime + Math.max(0, inMs) / SECOND
  tone.frequency.value = PITCH[kind]
  loudness.gain.setValueAtTime(Math.max(0.001, volume / 2), at)
  loudness.gain.exponentialRampToValueAtTime(0.001, at + long)
  tone.connect(loudness).connect(audio.destination)
  tone.start(at)
  tone.stop(at + long)
  return () => {
    const isInTime = audio.currentTime < at
    if (isInTime) tone.stop()
    return isInTime
  }
}

/** From 0 to 1. */
export function rememberedVolume(): number {
  const stored = Number(readStored('sound-volume') ?? USUAL_VOLUME)
  return stored >= 0 && stored <= 1 ? stored : USUAL_VOLUME
}
