/**
 * The sounds of a session (TMR-12): short tones for the start, each part and interval, alerts and the end. Sound is on
 * unless the person switched it off, which is stored. Browsers play nothing before a press, so the first press anywhere
 * in a room wakes the sound. Until then it is "blocked", and the page says so. Tones are scheduled ahead on the audio's
 * clock, because the timers of a hidden tab run once a minute.
 */
import { useStore } from '@nanostores/react'
import { atom, computed } from 'nanostores'
import { useEffect, useSyncExternalStore } from 'react'
import { taskCues } from '../../../domain/goals/task-timers.ts'
import type { Cue } from '../../../domain/goals/timers.ts'
import type { SessionData } from '../../../domain/sessions/api.ts'
import { partCounts, sessionCues } from '../../../domain/sessions/clock.ts'
import { serverNow, useNow } from '../../lib/dates/server-clock.ts'
import { useHydrated } from '../../lib/hydrated.ts'
import { readStored, store } from '../../lib/storage.ts'
import { playTone, rememberedVolume, type Tone, USUAL_VOLUME } from '../../lib/tone.ts'
import { peopleOf } from './session-clock.ts'

const SECOND = 1000
const AHEAD_MS = { visible: 2 * SECOND, hidden: 90 * SECOND }
/** If the audio's clock stood still for longer than this, as in a sleep, its tones are scheduled again. */
const MOST_SKEW_MS = 300
/** Chromium counts a touch when it ends, and a mouse press when it begins. */
const PRESSES = ['pointerdown', 'pointerup', 'keydown'] as const

/** Short enough for browsers to count it as part of the press. */
const AFTER_PRESS_MS = 50

let context: AudioContext | null = null
const wanted = atom(readStored('sound') !== 'off')
const playing = atom(false)
const volume = atom(rememberedVolume())
const state = computed([wanted, playing], (isWanted, isPlaying): 'off' | 'blocked' | 'on' => {
  return isWanted ? (isPlaying ? 'on' : 'blocked') : 'off'
})

/** "blocked" means that sound is on, but the browser waits for a press. */
export function useSound(): 'off' | 'blocked' | 'on' {
  const sound = useStore(state)
  return useHydrated() ? sound : 'blocked'
}
export function useVolume(): number {
  const own = useStore(volume)
  return useHydrated() ? own : USUAL_VOLUME
}

/** Called when the sound button is pressed. */
export function pressSound(): void {
  if (state.get() === 'on') switchOff()
  else checkSound()
}

/** Switches the sound on and plays a test tone. Called when a button is pressed. */
export function checkSound(): void {
  wanted.set(true)
  store('sound', 'on')
  wake()
  beep('change')
}

/** @param loudness from 0 to 1 */
export function setVolume(loudness: number): void {
  volume.set(loudness)
  store('sound-volume', String(loudness))
  if (playing.get()) beep('count')
}

function switchOff(): void {
  wanted.set(false)
  store('sound', 'off')
  const closed = context
  context = null
  updatePlaying()
  if (closed) void closed.close()
}

function wake(): void {
  if (!wanted.get() || typeof AudioContext === 'undefined') return
  if (!context) {
    context = new AudioContext()
    context.onstatechange = updatePlaying
  }
  // It is suspended after a phone call, or if it was created without a press.
  if (context.state !== 'running') void context.resume().catch(() => {})
  updatePlaying()
}

function updatePlaying(): void {
  playing.set(context?.state === 'running')
}

/**
 * Any press in the room wakes the sound, except on the sound control, which handles its own presses. It wakes after the
 * page has answered the press, because making the sound takes long on a phone.
 */
function wakeByPress({ target }: Event): void {
  if (target instanceof Element && target.closest('[data-sound]')) return
  setTimeout(wake, AFTER_PRESS_MS)
}

interface Plan {
  tones: { at: number; kind: Tone; cancel: () => boolean }[]
  /** Tones before this time are never played. */
  since: number
  /** All tones up to this time are scheduled. */
  until: number
  /** The inputs that the tones were computed from. */
  of: readonly unknown[]
  skew: number
}
/** By the id given to `useTones`. They outlive their hooks, because each tab of a room is a page of its own. */
const plans = new Map<string, Plan>()

function planOf(id: string, now: number): Plan {
  const known = plans.get(id)
  if (known) return known
  for (const [other, { until }] of plans) if (until < now - AHEAD_MS.hidden) plans.delete(other)
  const plan = { tones: [], since: now, until: 0, of: [], skew: 0 }
  plans.set(id, plan)
  return plan
}

const counted = atom(readStored('sound-counts') !== 'off')

/** Whether three tones count down to each part. On unless the person switched it off in this browser. */
export function useCounts(): boolean {
  return useStore(counted)
}

export function setCounts(isOn: boolean): void {
  counted.set(isOn)
  store('sound-counts', isOn ? 'on' : 'off')
}

/** Plays the sounds of a session and of its goals' timers. */
export function useCues({ challengeEvent, stays }: SessionData): void {
  const { id, status, started_at, ended_at, duration, parts, tasks, timers } = challengeEvent
  const isCounted = useStore(counted)
  const made = [status, started_at, ended_at, duration, parts, tasks, timers, stays, isCounted]
  const state = { ...challengeEvent, plan: challengeEvent }
  useTones(`session ${id}`, made, (from, to) => [
    ...sessionCues(state, from, to, peopleOf({ stays })),
    ...(isCounted ? partCounts(state, from, to, peopleOf({ stays })) : []),
    ...taskCues(
      tasks.flatMap(group => group.parts),
      from,
      to
    )
  ])
}

/**
 * Plays the cues that `cuesIn` returns for times in (`from`, `to`], in ms since 1970.
 * @param id identifies the plan of tones
 * @param made the inputs of the cues: when one of them changes, the tones are scheduled again
 */
export function useTones(id: string, made: readonly unknown[], cuesIn: (from: number, to: number) => Cue[]): void {
  const now = useNow()
  const isPlaying = useStore(playing)
  const loudness = useStore(volume)
  const isHidden = useSyncExternalStore(
    onVisibility,
    () => document.visibilityState === 'hidden',
    () => false
  )
  useEffect(() => {
    // A person who came here through a link on this site has already pressed something.
    if (navigator.userActivation?.hasBeenActive) wake()
    for (const press of PRESSES) document.addEventListener(press, wakeByPress)
    return () => {
      for (const press of PRESSES) document.removeEventListener(press, wakeByPress)
    }
  }, [])
  useEffect(
    () => () => {
      const plan = plans.get(id)
      if (plan) cancel(plan)
    },
    [id]
  )
  useEffect(() => {
    const plan = planOf(id, now)
    const skew = context ? serverNow() - context.currentTime * SECOND : 0
    const of = [loudness, context, ...made]
    const isSameAudio =
      isPlaying && loudness === plan.of[0] && context === plan.of[1] && Math.abs(skew - plan.skew) <= MOST_SKEW_MS
    const isSame = isSameAudio && of.every((one, index) => one === plan.of[index])
    if (!isSameAudio) cancel(plan)
    if (!isSame) Object.assign(plan, { of, skew, until: now - SECOND })
    // The first press may have come while the page's clock was ahead of the server's.
    plan.since = isPlaying ? Math.min(plan.since, now) : now
    if (!isPlaying) return
    // A cue of the current second, such as a session that its host just started, is played a moment late.
    const wanted: Cue[] = []
    for (let from = Math.max(plan.until, plan.since, now - SECOND); from < now + aheadMs(isHidden); from += SECOND) {
      plan.until = from + SECOND
      const last = cuesIn(from, plan.until)
        .toSorted((a, b) => a.at - b.at)
        .at(-1)
      if (last) wanted.push(last)
    }
    // A tone that is still due after the change stays scheduled.
    if (!isSame)
      plan.tones = plan.tones.filter(
        tone => wanted.some(({ at, kind }) => at === tone.at && kind === tone.kind) || !tone.cancel()
      )
    for (const { at, kind } of wanted) {
      if (!plan.tones.some(tone => tone.at === at)) plan.tones.push({ at, kind, cancel: play(kind, at - serverNow()) })
    }
    plan.tones = plan.tones.filter(({ at }) => at > now - 10 * SECOND)
  }, [id, made, cuesIn, now, isPlaying, loudness, isHidden])
}

/** Cancels the tones that have not sounded yet. They are scheduled again if the room is still open. */
function cancel(plan: Plan): void {
  plan.tones = plan.tones.filter(tone => !tone.cancel())
  plan.of = []
}

function aheadMs(isHidden: boolean): number {
  return isHidden ? AHEAD_MS.hidden : AHEAD_MS.visible
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const beep = (kind: Tone): unknown => play(kind, 0)

function play(kind: Tone, inMs: number): () => boolean {
  return context ? playTone(context, kind, inMs, volume.get()) : () => true
}
