/**
 * Drags bars of the timeline with mouse, pen or finger, and moves them with keys. The plan changes with each step, so that
 * the total, conflicts and rows show the result before the release. Escape undoes the whole drag.
 */

import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from 'react'
import type { Plan } from '../../../domain/activities/plan.ts'
import { inPlaces } from '../../../domain/activities/plan-edit.ts'
import { layOut } from '../../../domain/activities/timeline.ts'
import { instant } from '../../../domain/lib/instant.ts'
import { own } from '../../../domain/lib/own.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { serverNow } from '../../lib/dates/server-clock.ts'
import { useBuilderStore } from '../builder.ts'
import { UNFOLD } from '../parts/GroupCard.tsx'
import { barText, stuckText } from './bar-text.ts'
import { canStretch, type Grasp, movedBy, movesBy, nudged, stepFor, stretchedBy } from './timeline-steps.ts'

interface Held extends Grasp {
  how: 'move' | 'end'
  pointer: number
  /** The position where the bar was grabbed. `perPixel` is the seconds per pixel there. */
  x: number
  perPixel: number
  /** The scale of the line, which stays the same during a drag. */
  scale: number
  zoom: number
  /** The element that scrolls if the line is wider than the screen. */
  view: HTMLElement | null
  isDragged: boolean
  /** Identifies the drag, which is one step for undo. */
  drag: object
}

/** A movement of fewer pixels is a press. */
const SLACK = 4

/** Dragging within so many pixels of the visible edge scrolls the line, by `SCROLL` pixels each time. */
const EDGE = 32
const SCROLL = 12

export type TimelineDrag = ReturnType<typeof useTimelineDrag>

/** @param onHold called when a bar is grabbed or let go */
export function useTimelineDrag(onHold: (isHeld: boolean) => void, scale: number, zoom = 1) {
  const { get } = useBuilderStore()
  const { plan, type, status } = get()
  const [held, setHeld] = useState<Held | null>(null)
  const latest = useRef<Held | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  // This text is not announced, because a screen reader has already read the focused bar.
  const [shown, setShown] = useState('')

  function hold(next: Held | null): void {
    latest.current = next
    setHeld(next)
    onHold(next !== null)
  }

  function grasp(uuid: string | undefined): Grasp | null {
    const { form, timeline } = get()
    const begunUntil =
      status === SessionStatus.Running && form.started_at ? (serverNow() - instant(form.started_at)) / 1000 : null
    for (const [at, group] of form.parts.entries()) {
      const index = group.parts.findIndex(part => part.uuid === uuid)
      const part = group.parts[index]
      const drawn = timeline.groups[at]
      if (!part || !drawn) continue
      const { parts, tasks, timers, started_at } = form
      const step = stepFor(timeline.total / zoom)
      return { plan: { parts, tasks, timers }, group, index, part, drawn, startedAt: started_at, begunUntil, step }
    }
    return null
  }

  function say(text: string): void {
    setSaid(text)
    setShown('')
  }

  function change({ part }: Grasp, how: 'move' | 'end', moved: Plan, drag?: object): void {
    // Renumbers the items, because code that reads a plan relies on their order numbers.
    const after = inPlaces(moved)
    plan(() => after, drag)
    // Dragging replaces an unreadable text in the field.
    type(`${part.uuid} ${how === 'end' ? 'duration' : 'time_from'}`, null)
    const { form } = get()
    say(barText(layOut(after, form.started_at, form.duration), after, part.uuid, form.started_at))
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const target = event.target as HTMLElement
    const bar = target.closest<HTMLElement>('[data-bar]')
    const taken = grasp(bar?.dataset.bar)
    if (!bar || !taken || event.button !== 0 || latest.current) return
    const view = bar.closest<HTMLElement>('[data-scrolls]')
    // A finger scrolls a wide line, unless it grabs the bar that was chosen before.
    if (view && event.pointerType === 'touch' && chosen !== taken.part.uuid) return
    bar.focus({ preventScroll: true })
    setChosen(taken.part.uuid)
    const how = target.closest('[data-end]') ? 'end' : 'move'
    const line = event.currentTarget
    // The line captures the pointer, because a bar that moves in the document would lose it.
    line.setPointerCapture(event.pointerId)
    const perPixel = scale / line.clientWidth
    const x = event.clientX + (view?.scrollLeft ?? 0)
    const pointer = event.pointerId
    hold({ ...taken, how, pointer, x, perPixel, scale, zoom, view, isDragged: false, drag: {} })
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const now = latest.current
    if (!now || event.pointerId !== now.pointer) return
    if (now.isDragged) scrollAtEdge(now.view, event.clientX)
    const pixels = event.clientX + (now.view?.scrollLeft ?? 0) - now.x
    if (!now.isDragged && Math.abs(pixels) < SLACK) return
    const can = now.how === 'end' ? canStretch(now) : movesBy(now) !== null
    if (!can) {
      say(stuckText(now, now.how))
      return
    }
    if (!now.isDragged) hold({ ...now, isDragged: true })
    const by = pixels * now.perPixel
    change(now, now.how, now.how === 'end' ? stretchedBy(now, by) : movedBy(now, by), now.drag)
  }

  function release(event: PointerEvent<HTMLElement>): void {
    if (event.pointerId === latest.current?.pointer) hold(null)
  }

  /** Undoes the drag, because Escape was pressed or the browser scrolls instead. */
  function cancel(event?: PointerEvent<HTMLElement>): void {
    const now = latest.current
    if (!now || (event && event.pointerId !== now.pointer)) return
    if (now.isDragged) {
      change(now, now.how, now.plan, now.drag)
      say('Nothing changed.')
    }
    hold(null)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const bar = (event.target as HTMLElement).closest<HTMLElement>('[data-bar]')
    if (event.key === 'Escape' && latest.current) {
      event.preventDefault()
      cancel()
      return
    }
    const taken = grasp(bar?.dataset.bar)
    if (bar && goAmong(bar, event.key)) {
      event.preventDefault()
      return
    }
    if (!taken || latest.current || event.altKey || event.ctrlKey || event.metaKey) return
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null
    if (!direction) return
    event.preventDefault()
    const how = event.shiftKey ? 'end' : 'move'
    const after = how === 'end' ? stretchedBy(taken, direction * taken.step) : nudged(taken, direction)
    const can = how === 'end' ? canStretch(taken) : movesBy(taken) !== null
    if (can) change(taken, how, after)
    else say(stuckText(taken, how))
  }

  const choose = useCallback(
    (uuid: string): void => {
      setChosen(uuid)
      if (latest.current) return
      const builder = get()
      setSaid('')
      setShown(barText(builder.timeline, builder.form, uuid, builder.form.started_at))
    },
    [get]
  )

  return {
    chosen,
    choose,
    /** The bar that is being dragged. */
    dragged: held?.isDragged ? held.part.uuid : null,
    said,
    shown,
    scale: held?.scale ?? scale,
    zoom: held?.zoom ?? zoom,
    can: (uuid: string) => {
      const taken = grasp(uuid)
      return { move: taken ? movesBy(taken) : null, end: taken !== null && canStretch(taken) }
    },
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: release,
      onPointerCancel: cancel,
      onLostPointerCapture: release,
      // The line, not the bar, has captured the pointer.
      onDoubleClick: () => chosen && goToRow(chosen),
      onKeyDown
    }
  }
}

function scrollAtEdge(view: HTMLElement | null, x: number): void {
  if (!view) return
  const { left, right } = view.getBoundingClientRect()
  if (x > right - EDGE) view.scrollLeft += SCROLL
  else if (x < left + EDGE) view.scrollLeft -= SCROLL
}

/** Moves the focus to another bar, because the Tab key stops only once per line. */
function goAmong(bar: HTMLElement, key: string): boolean {
  const all = Array.from(bar.closest('[data-timeline]')?.querySelectorAll<HTMLElement>('button[data-bar]') ?? [])
  const at = all.indexOf(bar)
  const to = own({ ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }, key)
  if (to === undefined) return false
  all[to]?.focus()
  return true
}

/** Focuses the part's duration field, and unfolds its group. */
export function goToRow(uuid: string): void {
  const field = document.querySelector<HTMLElement>(`[data-field="${uuid} duration"]`)
  field?.dispatchEvent(new Event(UNFOLD, { bubbles: true }))
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
