/**
 * The running timers of goals, shared by all tabs of this browser. Pages store a timer when they show or change it,
 * and timers-elsewhere.ts adds those of other devices. `RunningTimers.tsx` shows them on all other pages.
 */
import { useSyncExternalStore } from 'react'
import { serverNow } from '../lib/dates/server-clock.ts'
import { readStored, store } from '../lib/storage.ts'
import { getUser } from '../lib/user.ts'

export interface RunningTimer {
  /** The id of its log. */
  id: number
  goal: number
  title: string
  /** When it ends, in ms since 1970. */
  due: number
  user: number
}

const NAME = 'timers'
const listeners = new Set<() => void>()

/** The stored text, or null without timers. A stable value while nothing changes. */
export const useTimers = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => readStored(NAME),
    () => null
  )

export function readTimers(text: string | null): RunningTimer[] {
  try {
    const timers: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(timers) ? timers : []
  } catch {
    return []
  }
}

interface Shown {
  id: number
  goal_id: number | null
  goal: { title: string } | null
}

/**
 * @param due the end of a running timer; null for other timers. A timer that has ended stays until its end was shown.
 */
export function noteTimer({ id, goal_id, goal }: Shown, due: number | null): void {
  const user = getUser()?.id
  if (user === undefined || goal_id === null) return
  const timers = readTimers(readStored(NAME))
  const known = timers.find(timer => timer.id === id)
  if (due !== null) replace(id, { id, goal: goal_id, title: goal?.title ?? '', due, user })
  else if (known && known.due > serverNow()) forgetTimer(id)
}

export function forgetTimer(id: number): void {
  replace(id, null)
}

/** Takes over the server's timers. A timer that has ended here stays until its end was shown. */
export function setTimers(
  user: number,
  running: readonly { id: number; goal_id: number; title: string; due_at: string }[]
) {
  const kept = readTimers(readStored(NAME)).filter(
    timer => (timer.user !== user || timer.due <= serverNow()) && running.every(({ id }) => id !== timer.id)
  )
  const timers = running.map(({ id, goal_id, title, due_at }) => ({
    id,
    goal: goal_id,
    title,
    due: Date.parse(due_at),
    user
  }))
  storeTimers([...kept, ...timers])
}

function replace(id: number, timer: RunningTimer | null): void {
  const others = readTimers(readStored(NAME)).filter(one => one.id !== id)
  storeTimers(timer ? [...others, timer] : others)
}

function storeTimers(timers: readonly RunningTimer[]): void {
  const text = timers.length > 0 ? JSON.stringify(timers) : null
  if (text === readStored(NAME)) return
  // Without storage, or when it is full, only the timer's own page shows it.
  store(NAME, text)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent): void => {
    if (key === NAME || key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', hear)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', hear)
  }
}

/**
 * When this tab last received a response about one of the user's logs. The page then has the changes already that the
 * socket reports.
 */
let changedAt = Number.NEGATIVE_INFINITY

/** Call on each such response. */
export function noteOwnTimerChange(): void {
  changedAt = performance.now()
}

/** @internal Used by tests only, whose clocks start over. */
export function resetOwnTimerChange(): void {
  changedAt = Number.NEGATIVE_INFINITY
}

/** @param time of `performance.now()` */
export function hasOwnTimerChangeSince(time: number): boolean {
  return changedAt >= time
}
