/**
 * Ticks of checklists are collected and saved 50 s after the last one, or at once when the list or the page is left
 * (TMR-20, D-96). They wait in the outbox, as one item per list. The item holds all changes since the last save, so a
 * later tick replaces it. A beacon is only a last try: the item stays until the server has confirmed it. The item states
 * the new value of each tick. Sending it twice is therefore safe, and the server stores no key. My other tabs of this
 * browser get a tick at once, over a channel.
 */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { fillPath } from '../../../domain/lib/endpoint.ts'
import { saveTaskListProgress } from '../../../domain/session-goals/api.ts'
import { getUser } from '../../lib/user.ts'
import { changeRoomPages } from '../../live/room-pages.ts'
import { withPeople } from '../../live/with-people.ts'
import { changeGoal } from '../../logs/apply-log.ts'
import { notifyOtherTabs, reloadGoals } from '../../logs/other-tabs.ts'
import { flush, type ItemOf, outboxFor, release } from '../../outbox/outbox.ts'
import { messageOf } from '../../ui/forms/form-errors.tsx'
import { toast } from '../../ui/toasts/toast.tsx'

const SAVE_AFTER_MS = 50_000

export interface ListOf {
  /** The id of one of my goals, or the uuid of a goal in the session's plan. */
  goal: number | string
  session: number | null
}

type List = ItemOf<typeof saveTaskListProgress, null>

/** A tick that another tab has made and that the server does not have yet. */
interface Elsewhere {
  person: number
  goal: number | string
  item: string
  /** Null once the server has refused the tick. */
  isDone: boolean | null
}
const elsewhere = atom<readonly Elsewhere[]>([])
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('ticks')

channel?.addEventListener('message', ({ data }: MessageEvent<Elsewhere>) => {
  const others = elsewhere.get().filter(one => !isSameItem(one, data))
  elsewhere.set(data.isDone === null ? others : [...others, data])
})

const isSameItem = (one: Elsewhere, other: Pick<Elsewhere, 'goal' | 'item'>): boolean =>
  one.goal === other.goal && one.item === other.item

/** Forgets ticks of other tabs that this save contains, because the page's data has them from now on. */
function forgetSaved({ body: { goal_id, changes = {} } }: List): void {
  const saved = new Map(Object.entries(changes))
  const isWaiting = ({ goal, item, isDone }: Elsewhere): boolean =>
    goal !== goal_id || saved.get(item) !== (isDone ? 1 : 0)
  elsewhere.set(elsewhere.get().filter(isWaiting))
}

const lists = outboxFor<typeof saveTaskListProgress, null>(saveTaskListProgress, {
  delivered(list, { challenge_user, items }) {
    const { body } = list
    forgetSaved(list)
    const { goal_id: goal, challenge_event_id: session } = body
    if (challenge_user && session != null) {
      changeRoomPages(session, page => withPeople(page, [challenge_user], []))
      // My copy of the goal is ticked too (docs/decisions/0034).
      void reloadGoals()
      notifyOtherTabs()
    } else if (typeof goal === 'number') {
      const done = new Set(items)
      changeGoal(goal, one => ({
        ...one,
        list: one.list.map(item => ({ ...item, done: done.has(item.uuid) ? (1 as const) : (0 as const) }))
      }))
    }
  },
  refused({ person, body: { goal_id: goal, changes = {} } }, error) {
    for (const item of Object.keys(changes)) channel?.postMessage({ person, goal, item, isDone: null })
    toast.error(`Not ticked. ${messageOf(error)}`)
  }
})

/** The ticked items: the newest waiting list, or else the server's list. @internal */
export function withTicks(
  { goal }: Pick<ListOf, 'goal'>,
  stored: readonly string[],
  waiting: readonly Pick<List, 'body'>[]
): readonly string[] {
  return waiting.findLast(({ body }) => body.goal_id === goal)?.body.items ?? stored
}

export function useTicked(of: ListOf, stored: readonly string[]): readonly string[] {
  return withElsewhere(of, withTicks(of, stored, lists.useWaiting()), useStore(elsewhere))
}

function withElsewhere(
  { goal }: Pick<ListOf, 'goal'>,
  ticked: readonly string[],
  ticks: readonly Elsewhere[]
): readonly string[] {
  const person = getUser()?.id
  const shown = new Set(ticked)
  for (const tick of ticks) {
    if (tick.person !== person || tick.goal !== goal) continue
    if (tick.isDone) shown.add(tick.item)
    else shown.delete(tick.item)
  }
  return [...shown]
}

export function useHasUnsaved({ goal }: ListOf): boolean {
  return lists.useWaiting().some(({ body }) => body.goal_id === goal)
}

/** @param title of the goal */
export function tick(of: ListOf, item: string, isDone: boolean, stored: readonly string[], title: string): void {
  const person = getUser()?.id
  if (person === undefined) return
  listen()
  const earlier = lists.waiting().findLast(({ body }) => body.goal_id === of.goal)?.body
  const others = withTicks(of, stored, lists.waiting()).filter(one => one !== item)
  lists.add(
    {
      body: {
        // `items` is only for display. The server applies `changes`, because another tab may have ticked other items (D-140).
        items: isDone ? [...others, item] : others,
        changes: { ...earlier?.changes, [item]: isDone ? 1 : 0 },
        goal_id: of.goal,
        challenge_event_id: of.session,
        person
      },
      scope: scopeOf(of.goal),
      text: `Checklist: ${title}`,
      seen: null
    },
    { wait: SAVE_AFTER_MS, replaces: true }
  )
  const made: Elsewhere = { person, goal: of.goal, item, isDone }
  elsewhere.set(elsewhere.get().filter(one => !isSameItem(one, made)))
  channel?.postMessage(made)
}

/** Saves one list now, for example when it leaves the screen. */
export function saveTicks(goal: number | string): void {
  flush(scopeOf(goal))
}

const scopeOf = (goal: number | string): string => `list ${goal}`

let isListening = false

function listen(): void {
  if (isListening) return
  isListening = true
  window.addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') beacon()
  })
}

/** Sends a beacon, and releases the lists so that the next page need not wait for the rest of the 50 s. */
function leave(): void {
  beacon()
  for (const { body } of lists.waiting()) release(scopeOf(body.goal_id))
}

/** Sends the waiting lists as beacons, because a page that closes cannot wait for a response. */
function beacon(): void {
  if (!navigator.onLine) return
  const url = fillPath(saveTaskListProgress.path, undefined)
  // Sends only the newest list of each goal, because beacons may overtake each other.
  const newest = new Map(lists.waiting().map(({ body }) => [body.goal_id, body]))
  for (const body of newest.values()) navigator.sendBeacon(url, JSON.stringify(body))
}
