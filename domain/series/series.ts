/**
 * A series makes an ordinary session for each date of its rule (D-150). Instants and spans are in milliseconds.
 */
import type { Refusal } from '../lib/refusal.ts'
import { SessionStatus } from '../sessions/status.ts'

const DAY = 86_400_000
/** How far ahead dates are made, if that is more than `LEAST_COMING` dates. @internal Exported for tests too. */
export const AHEAD_MS = 14 * DAY
/** The least number of dates that are made and have not begun. */
const LEAST_COMING = 4

/** The most series of a person that have not ended. */
export const MOST_SERIES = 20

/** How many faces a date shows. */
export const MOST_PEOPLE_SHOWN = 8

/** How many dates in a row the host may stay away from before the series asks. */
export const MOST_UNSEEN = 3
/** How long the host has to confirm. @internal Exported for tests too. */
export const CONFIRM_WITHIN_MS = 7 * DAY

export const DateState = {
  Planned: 'planned',
  /** It begins at another time than the rule says. */
  Moved: 'moved',
  /** The host cancelled it. */
  Skipped: 'skipped',
  /** The rule no longer has it, and it takes place for the people who come. */
  Extra: 'extra'
} as const
export type DateState = (typeof DateState)[keyof typeof DateState]

/** Returns whether a date of the rule is due to be made. @param coming how many dates are made and have not begun */
export function isDateDue(at: number, coming: number, now: number): boolean {
  return coming < LEAST_COMING || at <= now + AHEAD_MS
}

/** Returns why a session cannot begin a series; null when it can. */
export function repeatCheck(
  session: { status: SessionStatus; is_preset: boolean; series_id: number | null; startsAt: number | null },
  now: number
): Refusal | null {
  const { status, is_preset, series_id, startsAt } = session
  if (series_id !== null) return conflict('This session already repeats.')
  if (is_preset) return conflict('A template can’t repeat.')
  if (status !== SessionStatus.NotStarted) return conflict('Only a session that hasn’t begun can repeat.')
  return startsAt === null || startsAt <= now ? conflict('Give the session a start first.') : null
}

function conflict(message: string): Refusal {
  return { kind: 'conflict', message }
}

/** Returns how a date differs from its rule. @param date `plannedAt` is null for one that the rule no longer has */
export function stateOfDate(date: {
  plannedAt: number | null
  startsAt: number | null
  isCancelled: boolean
}): DateState {
  if (date.isCancelled) return DateState.Skipped
  if (date.plannedAt === null) return DateState.Extra
  return date.startsAt === date.plannedAt ? DateState.Planned : DateState.Moved
}

/**
 * Returns whether the host opened none of the last three dates. Then the series asks them whether it continues.
 * @param over the dates that are over, the newest first
 */
function hostIsAway(over: readonly { isSeen: boolean }[]): boolean {
  return over.length >= MOST_UNSEEN && over.slice(0, MOST_UNSEEN).every(({ isSeen }) => !isSeen)
}

/** Whether the host can hold a date. */
export const Host = {
  Here: 'here',
  /** Suspended, or a moderator removed everything that they published or hid a date with the words of the series. */
  Held: 'held',
  /** Their account is deleted. */
  Gone: 'gone'
} as const

export const NextStep = { GoOn: 'go on', Ask: 'ask', Pause: 'pause', End: 'end' } as const
export type NextStep = (typeof NextStep)[keyof typeof NextStep]

/**
 * Returns what a series does about its host: it ends without one, and pauses while they are held. It asks one who stays
 * away, and pauses after a week without an answer.
 * @param askedAt when it asked; null when it has not, or the host has confirmed since
 */
export function nextStep(
  host: (typeof Host)[keyof typeof Host],
  askedAt: number | null,
  over: readonly { isSeen: boolean }[],
  now: number
): NextStep {
  if (host === Host.Gone) return NextStep.End
  if (host === Host.Held) return NextStep.Pause
  if (askedAt !== null) return now >= askedAt + CONFIRM_WITHIN_MS ? NextStep.Pause : NextStep.GoOn
  return hostIsAway(over) ? NextStep.Ask : NextStep.GoOn
}
