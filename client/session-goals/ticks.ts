/**
 * Ticks of checklists are gathered and saved 50 s after the last one, and at once when the list or the page is left
 * (TMR-20, D-96). A save sends the whole list, so that sending it twice changes nothing: what a beacon carried away is
 * sent again if the page comes back, and what found no network waits in the browser's storage.
 */
import { fillPath } from '../../domain/lib/endpoint.ts'
import { saveTaskListProgress } from '../../domain/session-goals/api.ts'
import { CallRefused, call } from '../lib/api.ts'
import { createStore, useStore } from '../lib/store.ts'
import { getUser, useUser } from '../lib/user.ts'
import { changeGoal } from '../logs/apply-log.ts'
import { withPeople } from '../sessions/live/apply-event.ts'
import { changeRoomPages } from '../sessions/live/room-pages.ts'
import { messageOf } from '../ui/form-errors.tsx'
import { toast } from '../ui/toast.tsx'

const SAVE_AFTER_MS = 50_000
const KEY = 'ticks'

export interface ListOf {
  /** The id of a goal of mine, or the uuid of a goal of the session's plan. */
  goal: number | string
  session: number | null
}

interface Gathered extends ListOf {
  person: number
  /** Every ticked item. */
  items: readonly string[]
}

const gathered = createStore<readonly Gathered[]>([])
const timers = new Map<number | string, ReturnType<typeof setTimeout>>()
const saving = new Set<number | string>()
let isListening = false

/** What is ticked, with what has not been saved yet. */
export function useTicked(of: ListOf, stored: readonly string[]): readonly string[] {
  const person = useUser()?.id
  return useStore(gathered).find(isFor(of.goal, person))?.items ?? stored
}

export function useHasUnsaved(of: ListOf): boolean {
  const person = useUser()?.id
  return useStore(gathered).some(isFor(of.goal, person))
}

export function tick(of: ListOf, item: string, isDone: boolean, stored: readonly string[]): void {
  const person = getUser()?.id
  if (person === undefined) return
  listen()
  const before = gathered.get().find(isFor(of.goal, person))?.items ?? stored
  const items = isDone ? [...before.filter(one => one !== item), item] : before.filter(one => one !== item)
  put({ ...of, person, items })
  later(of.goal)
}

/** Saves one list now, such as when it is no longer on screen. */
export async function saveTicks(goal: number | string): Promise<void> {
  clearTimeout(timers.get(goal))
  const list = gathered.get().find(isFor(goal, getUser()?.id))
  if (!list || saving.has(goal)) return
  saving.add(goal)
  try {
    const answer = await call(saveTaskListProgress, { body: bodyOf(list) })
    const { challenge_user } = answer
    if (challenge_user && list.session !== null) {
      changeRoomPages(list.session, page => withPeople(page, [challenge_user], []))
    } else if (typeof goal === 'number') {
      const done = new Set(answer.items)
      changeGoal(goal, one => ({
        ...one,
        list: one.list.map(item => ({ ...item, done: done.has(item.uuid) ? (1 as const) : (0 as const) }))
      }))
    }
    // What was ticked meanwhile has its own timer.
    drop(list)
  } catch (error) {
    // It waits until its person is back.
    if (error instanceof CallRefused && error.body.error_code === 'OTHER_PERSON') return
    if (error instanceof CallRefused) {
      drop(list)
      toast.error(`Not ticked. ${messageOf(error)}`)
    } else later(goal)
  } finally {
    saving.delete(goal)
  }
}

/** What an earlier visit could not send. */
export function restoreTicks(): void {
  listen()
  const person = getUser()?.id
  for (const list of stored()) {
    if (gathered.get().some(isFor(list.goal, list.person))) continue
    put(list)
    if (list.person === person) void saveTicks(list.goal)
  }
}

function listen(): void {
  if (isListening) return
  isListening = true
  window.addEventListener('pagehide', beacon)
  window.addEventListener('online', saveAll)
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? beacon() : saveAll()))
}

function saveAll(): void {
  for (const { goal } of gathered.get()) void saveTicks(goal)
}

/** A page that goes away may not wait for an answer. */
function beacon(): void {
  const { path } = saveTaskListProgress
  const person = getUser()?.id
  const sent = gathered.get().filter(list => {
    if (list.person !== person) return false
    const body = JSON.stringify(bodyOf(list))
    return navigator.onLine && navigator.sendBeacon(fillPath(path, undefined), body)
  })
  store(gathered.get().filter(list => !sent.includes(list)))
}

function later(goal: number | string): void {
  clearTimeout(timers.get(goal))
  timers.set(
    goal,
    setTimeout(() => void saveTicks(goal), SAVE_AFTER_MS)
  )
}

function put(list: Gathered): void {
  gathered.set([...gathered.get().filter(one => one.goal !== list.goal || one.person !== list.person), list])
  store(gathered.get())
}

function drop(list: Gathered): void {
  gathered.set(gathered.get().filter(one => one !== list))
  store(gathered.get())
}

function bodyOf({ items, goal, session, person }: Gathered) {
  return { items: [...items], goal_id: goal, challenge_event_id: session, person }
}

const isFor = (goal: number | string, person: number | undefined) => (list: Gathered) =>
  list.goal === goal && list.person === person

function stored(): Gathered[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Gathered[]
  } catch {
    return []
  }
}

function store(lists: readonly Gathered[]): void {
  try {
    if (lists.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(lists))
  } catch {
    // Storage is refused in some private windows: ticks then live as long as the page.
  }
}
