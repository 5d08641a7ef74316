/**
 * The clock that is heard (TMR-12): short tones for the start, each part and interval, alerts and the end. On unless
 * somebody switched it off, which is remembered. A browser plays nothing before a press, so the first press anywhere in
 * a room wakes the sound; until then it is "blocked", and the page says so.
 */
import { useStore } from '@nanostores/react'
import { atom, computed } from 'nanostores'
import { useEffect, useRef } from 'react'
import { taskCues } from '../../../domain/activities/task-timers.ts'
import type { SessionData } from '../../../domain/sessions/api.ts'
import { sessionCues } from '../../../domain/sessions/clock.ts'
import { serverNow, useNow } from '../../lib/server-clock.ts'
import { peopleOf } from './session-clock.ts'

const PITCH = { count: 660, change: 990, end: 1320, alert: 880 }
/** After a sleep or in a hidden tab: what was missed by more than this is not played late. */
const MOST_LATE_MS = 1500
/** Chromium accepts a touch when it ends, a mouse when it is pressed. */
const PRESSES = ['pointerdown', 'pointerup', 'keydown'] as const
const USUAL_VOLUME = 0.5

let context: AudioContext | null = null
const wanted = atom(remembered('sound') !== 'off')
const playing = atom(false)
const volume = atom(rememberedVolume())
const state = computed([wanted, playing], (isWanted, isPlaying): 'off' | 'blocked' | 'on' => {
  return isWanted ? (isPlaying ? 'on' : 'blocked') : 'off'
})

/** "blocked" is wanted, but the browser waits for a press. */
export const useSound = (): 'off' | 'blocked' | 'on' => useStore(state)
export const useVolume = (): number => useStore(volume)

/** Called by the press of the sound's own button. */
export function pressSound(): void {
  if (state.get() === 'on') switchOff()
  else checkSound()
}

/** Plays a tone, so that one hears now what will be heard later; switches the sound on. Called by a press. */
export function checkSound(): void {
  wanted.set(true)
  remember('sound', 'on')
  wake()
  beep('change')
}

/** @param loudness from 0 to 1 */
export function setVolume(loudness: number): void {
  volume.set(loudness)
  remember('sound-volume', String(loudness))
  if (playing.get()) beep('count')
}

function switchOff(): void {
  wanted.set(false)
  remember('sound', 'off')
  const closed = context
  context = null
  look()
  if (closed) void closed.close()
}

function wake(): void {
  if (!wanted.get() || typeof AudioContext === 'undefined') return
  if (!context) {
    context = new AudioContext()
    context.onstatechange = look
  }
  // After a phone call, or when it was made without a press.
  if (context.state !== 'running') void context.resume().catch(() => {})
  look()
}

function look(): void {
  playing.set(context?.state === 'running')
}

/** Any press in the room is as good as one on the sound's button, which does more than wake it. */
function wakeByPress({ target }: Event): void {
  if (target instanceof Element && target.closest('[data-sound]')) return
  wake()
}

export function useCues({ challengeEvent, stays }: SessionData): void {
  const now = useNow()
  const heard = useRef(now)
  useEffect(() => {
    // Somebody who came here by a link of the page has pressed already.
    if (navigator.userActivation?.hasBeenActive) wake()
    for (const press of PRESSES) document.addEventListener(press, wakeByPress)
    return () => {
      for (const press of PRESSES) document.removeEventListener(press, wakeByPress)
    }
  }, [])
  useEffect(() => {
    const from = Math.max(heard.current, now - MOST_LATE_MS)
    heard.current = now
    if (!playing.get() || now <= from || serverNow() - now > MOST_LATE_MS) return
    const cues = [
      ...sessionCues({ ...challengeEvent, plan: challengeEvent }, from, now, peopleOf({ stays })),
      ...taskCues(
        challengeEvent.tasks.flatMap(group => group.parts),
        from,
        now
      )
    ]
    const last = cues.toSorted((a, b) => a.at - b.at).at(-1)
    if (last) beep(last.kind)
  }, [challengeEvent, stays, now])
}

function beep(kind: keyof typeof PITCH): void {
  if (!context) return
  const tone = context.createOscillator()
  const loudness = context.createGain()
  const long = kind === 'count' ? 0.12 : 0.35
  tone.frequency.value = PITCH[kind]
  loudness.gain.setValueAtTime(Math.max(0.001, volume.get() / 2), context.currentTime)
  loudness.gain.exponentialRampToValueAtTime(0.001, context.currentTime + long)
  tone.connect(loudness).connect(context.destination)
  tone.start()
  tone.stop(context.currentTime + long)
}

function rememberedVolume(): number {
  const stored = Number(remembered('sound-volume') ?? USUAL_VOLUME)
  return stored >= 0 && stored <= 1 ? stored : USUAL_VOLUME
}

function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Storage is refused in some private windows: then it is as usual again next time.
  }
}
