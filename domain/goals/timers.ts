/**
 * Interval timers: inner timers in order, repeated for a number of sets (TMR-09..TMR-15).
 *
 * The rules that surprise: a timer of a part may be an interval itself; its inner timers and sets are unrolled into one
 * list. After the last set the position is the beginning again, marked `over`.
 *
 * Units: durations and `elapsed` are seconds (fractions allowed), instants milliseconds since 1970.
 */
import type { InnerTimer, Timer } from './fields.ts'

export interface Interval {
  /** One set, in order; timers without a duration are left out. */
  inner: readonly InnerTimer[]
  sets: number
  /** Sets × the sum of the inner durations (TMR-13). */
  duration: number
}

export interface Position {
  /** Index in `inner`. */
  index: number
  title: string
  /** Seconds of the inner timer; `elapsed` and `remaining` too. */
  duration: number
  elapsed: number
  remaining: number
  /** From 1. */
  set: number
  setsRemaining: number
  /**
   * The last set has passed, or the interval has not begun. The other fields are then those of the beginning (TMR-11).
   */
  over: boolean
}

export interface Cue {
  /** When to play the sound. */
  at: number
  kind: 'count' | 'change' | 'end' | 'alert'
  /** 3, 2, 1 for a count. */
  count?: number
  /** The title of the timer that begins or counts down, or the text of an alert. */
  title: string
}

/** Returns what a timer runs: with `is_interval` its nested timers `sets` times, else itself once. */
export function timerInterval(timer: Pick<Timer, 'title' | 'duration' | 'is_interval' | 'sets' | 'nested'>): Interval {
  return timer.is_interval && timer.nested.length > 0
    ? interval(timer.nested, timer.sets)
    : interval([{ title: timer.title, duration: timer.duration }], 1)
}

/** Returns the interval that runs all timers of a part or goal in order, `sets` times. */
export function intervalOf(owner: { timers: readonly Timer[]; sets: number }): Interval {
  return interval(owner.timers.flatMap(unrolled), owner.sets)
}

/**
 * Returns the position of an interval after `elapsed` seconds; null when it has no duration. With `cycles` it repeats
 * for ever (TMR-14).
 */
export function positionAt(run: Interval, elapsed: number, cycles = false): Position | null {
  const once = run.duration / run.sets
  if (!(once > 0)) return null
  const time = cycles && elapsed > 0 ? elapsed % run.duration : elapsed
  const inside = time >= 0 && time < run.duration
  const set = inside ? Math.min(run.sets, Math.floor(time / once) + 1) : 1
  let into = inside ? time - (set - 1) * once : 0
  for (const [index, inner] of run.inner.entries()) {
    if (into < inner.duration || index === run.inner.length - 1) {
      const remaining = Math.max(0, inner.duration - into)
      const { title, duration } = inner
      return { index, title, duration, elapsed: into, remaining, set, setsRemaining: run.sets - set, over: !inside }
    }
    into -= inner.duration
  }
  return null
}

/**
 * Returns the sounds in (`from`, `to`] of an interval that began at `startsAt`, in order: 3-2-1 before each change, the
 * change and the end (TMR-12). A count never sounds before its inner timer begins.
 */
export function cues(run: Interval, startsAt: number, from: number, to: number, cycles = false): Cue[] {
  const found: Cue[] = []
  if (!(run.duration > 0)) return found
  const end = startsAt + run.duration * 1000
  let at = Math.max(from, startsAt)
  // The counts of a change up to 3 s after the window lie inside it.
  while (at <= to && (cycles || at < end)) {
    const here = positionAt(run, (at - startsAt) / 1000, cycles)
    if (!here || here.over) break
    const change = Math.round(at + here.remaining * 1000)
    for (const count of [3, 2, 1]) {
      const tick = change - count * 1000
      if (count < here.duration && tick > from && tick <= to)
        found.push({ at: tick, kind: 'count', count, title: here.title })
    }
    if (change > from && change <= to) found.push(changeCue(run, here, change, cycles))
    at = Math.max(change, at + 1)
  }
  return found
}

/** Returns the alerts of a part in (`from`, `to`], in order. Each sounds `at` seconds before the part's end. */
export function alertCues(
  alerts: readonly { at: number; title: string }[],
  startsAt: number,
  endsAt: number,
  from: number,
  to: number
): Cue[] {
  return alerts
    .map(alert => ({ at: endsAt - alert.at * 1000, kind: 'alert' as const, title: alert.title }))
    .filter(cue => cue.at >= startsAt && cue.at > from && cue.at <= to)
    .sort((a, b) => a.at - b.at)
}

function changeCue(run: Interval, here: Position, at: number, cycles: boolean): Cue {
  const last = here.index === run.inner.length - 1
  if (last && here.setsRemaining === 0 && !cycles) return { at, kind: 'end', title: here.title }
  return { at, kind: 'change', title: run.inner[last ? 0 : here.index + 1]?.title ?? '' }
}

function interval(timers: readonly InnerTimer[], sets: number): Interval {
  const inner = timers.filter(timer => timer.duration > 0)
  return { inner, sets, duration: sets * inner.reduce((sum, timer) => sum + timer.duration, 0) }
}

function unrolled(timer: Timer): InnerTimer[] {
  const { inner, sets } = timerInterval(timer)
  return Array.from({ length: sets }, () => inner).flat()
}
