/**
 * Short tones for intervals and alerts (TMR-12). Off until switched on, which is remembered; since a browser plays nothing
 * before a press, the first press anywhere on the page wakes what was on in an earlier visit.
 */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useRef } from 'react'
import { taskCues } from '../../../domain/activities/task-timers.ts'
import type { SessionData } from '../../../domain/sessions/api.ts'
import { sessionCues } from '../../../domain/sessions/clock.ts'
import { serverNow, useNow } from '../../lib/server-clock.ts'
import { peopleOf } from './session-clock.ts'

const PITCH = { count: 660, change: 990, end: 1320, alert: 880 }
/** After a sleep or in a hidden tab: what was missed by more than this is not played late. */
const MOST_LATE_MS = 1500

const sound = atom<AudioContext | null>(null)
const wanted = atom(remembered())
export const useSound = (): boolean => useStore(wanted)

/** Called by a press. */
export function switchSound(): void {
  const isOn = !wanted.get()
  wanted.set(isOn)
  remember(isOn)
  const context = sound.get()
  sound.set(isOn ? new AudioContext() : null)
  if (context) void context.close()
  if (isOn) beep('change')
}

/** A press that is about something else is as good; the one that switches the sound off comes after it. */
function wake(): void {
  if (wanted.get() && !sound.get()) sound.set(new AudioContext())
}

export function useCues({ challengeEvent, stays }: SessionData): void {
  const now = useNow()
  const heard = useRef(now)
  useEffect(() => {
    document.addEventListener('pointerdown', wake)
    document.addEventListener('keydown', wake)
    return () => {
      document.removeEventListener('pointerdown', wake)
      document.removeEventListener('keydown', wake)
    }
  }, [])
  useEffect(() => {
    const from = Math.max(heard.current, now - MOST_LATE_MS)
    heard.current = now
    if (!sound.get() || now <= from || serverNow() - now > MOST_LATE_MS) return
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
  const context = sound.get()
  if (!context) return
  const tone = context.createOscillator()
  const volume = context.createGain()
  const long = kind === 'count' ? 0.12 : 0.35
  tone.frequency.value = PITCH[kind]
  volume.gain.setValueAtTime(0.25, context.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + long)
  tone.connect(volume).connect(context.destination)
  tone.start()
  tone.stop(context.currentTime + long)
}

function remembered(): boolean {
  try {
    return localStorage.getItem('sound') === 'on'
  } catch {
    return false
  }
}

function remember(isOn: boolean): void {
  try {
    localStorage.setItem('sound', isOn ? 'on' : 'off')
  } catch {
    // Storage is refused in some private windows: then it is off again next time.
  }
}
