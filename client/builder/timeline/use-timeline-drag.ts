/**
 * Bars of the timeline dragged by mouse, pen or finger, or moved by the keys. The plan changes with each step, so that
 * total, conflicts and rows show what letting go will leave; Escape takes it all back.
 */

import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from 'react'
import type { Plan } from '../../../domain/activities/plan.ts'
import { inPlaces } from '../../../domain/activities/plan-edit.ts'
import { layOut, type Timeline } from '../../../domain/activities/timeline.ts'
import { instant } from '../../../domain/lib/instant.ts'
import { own } from '../../../domain/lib/own.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { useBuilderStore } from '../builder.ts'
import { UNFOLD } from '../parts/GroupCard.tsx'
import { barText, stuckText } from './bar-text.ts'
import { canStretch, type Grasp, movedBy, movesBy, nudged, stepFor, stretchedBy } from './timeline-steps.ts'

interface Held extends Grasp {
  how: 'move' | 'end'
  pointer: number
  /** Where it was taken hold of, and how many seconds a pixel is there. */
  x: number
  perPixel: number
  /** The line does not change its scale under the hand. */
  scale: number
  zoom: number
  /** What scrolls when the line is wider than the screen. */
  view: HTMLElement | null
  isDragged: boolean
  /** Names the drag, which is one step for undo. */
  drag: object
}

/** A shorter movement is a press. */
const SLACK = 4

/** So near to the edge of what is in sight, dragging scrolls on. */
const EDGE = 32
const SCROLL = 12

export type TimelineDrag = ReturnType<typeof useTimelineDrag>

export function useTimelineDrag(timeline: Timeline, scale: number, zoom = 1) {
  const { get } = useBuilderStore()
  const { form, plan, type, status } = get()
  const [held, setHeld] = useState<Held | null>(null)
  const latest = useRef<Held | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  // A screen reader has already read the bar that got the focus.
  const [shown, setShown] = useState('')

  const begunUntil = status === 1 && form.started_at ? (serverNow() - instant(form.started_at)) / 1000 : null

  function hold(next: Held | null): void {
    latest.current = next
    setHeld(next)
  }

  function grasp(uuid: string | undefined): Grasp | null {
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
    // Whoever reads a plan goes by the places that its items name.
    const after = inPlaces(moved)
    plan(() => after, drag)
    // Dragging replaced what was half typed there.
    type(`${part.uuid} ${how === 'end' ? 'duration' : 'time_from'}`, null)
    say(barText(layOut(after, form.started_at, form.duration), after, part.uuid, form.started_at))
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const target = event.target as HTMLElement
    const bar = target.closest<HTMLElement>('[data-bar]')
    const taken = grasp(bar?.dataset.bar)
    if (!bar || !taken || event.button !== 0 || latest.current) return
    const view = bar.closest<HTMLElement>('[data-scrolls]')
    // A finger scrolls a wide line, unless it takes hold of the bar that was touched before.
    if (view && event.pointerType === 'touch' && chosen !== taken.part.uuid) return
    bar.focus({ preventScroll: true })
    setChosen(taken.part.uuid)
    const how = target.closest('[data-end]') ? 'end' : 'move'
    const line = event.currentTarget
    // The line stays in its place, while the bar may be put before another and so lose what it captured.
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

  /** The browser scrolls instead, or the finger left the screen: takes everything back. */
  function cancel(event?: PointerEvent<HTMLElement>): void {
    const now = latest.current
    if (!now || (event && event.pointerId !== now.pointer)) return
    if (now.isDragged) {
      change(now, now.how, now.plan, now.drag)
      say('Everything is as it was.')
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
    /** The bar under the hand. */
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
      // The line, not the bar, has the pointer.
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

/** To another bar, since each line of them is one stop of the Tab key. */
function goAmong(bar: HTMLElement, key: string): boolean {
  const all = Array.from(bar.closest('[data-timeline]')?.querySelectorAll<HTMLElement>('button[data-bar]') ?? [])
  const at = all.indexOf(bar)
  const to = own({ ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }, key)
  if (to === undefined) return false
  all[to]?.focus()
  return true
}

/** Where it can be typed into. */
export function goToRow(uuid: string): void {
  const field = document.querySelector<HTMLElement>(`[data-field="${uuid} duration"]`)
  field?.dispatchEvent(new Event(UNFOLD, { bubbles: true }))
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
