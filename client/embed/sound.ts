/** Sounds of the frame. They are off until the person switches them on. */
import type { Cue } from '../../domain/goals/timers.ts'
import { playTone, USUAL_VOLUME } from '../lib/tone.ts'
import { serverNow } from './server-time.ts'
import type { View } from './view.ts'

/** How far ahead tones are scheduled, ms. */
const AHEAD_MS = 1500

/** Adds the button that switches sounds. Returns a function that schedules the tones of the next moment. */
export function addSound(view: View, cuesIn: (from: number, to: number) => Cue[]): () => void {
  let audio: AudioContext | null = null
  let until = 0
  const button = view.button(() => {
    if (audio) void audio.close()
    audio = audio ? null : new AudioContext()
    until = serverNow()
    write()
  })
  const write = (): void => {
    button.textContent = audio ? 'Turn sound off' : 'Turn sound on'
  }
  write()
  return () => {
    const now = serverNow()
    if (!audio || until >= now + AHEAD_MS) return
    // After a sleep, only what is still to come sounds.
    for (const { at, kind } of cuesIn(Math.max(until, now), now + AHEAD_MS)) {
      playTone(audio, kind, at - now, USUAL_VOLUME)
    }
    until = now + AHEAD_MS
  }
}
