/**
 * The clock and the plan of a session or an activity, in a frame on another site (`server/embed`). Plain TypeScript over
 * the rules, so that it stays small. A session follows the shared clock. An activity runs for its reader alone.
 */

import type { Activity, activityPage } from '../../domain/activities/api.ts'
import { partTitle } from '../../domain/activities/part-title.ts'
import { partSeconds } from '../../domain/activities/schedule.ts'
import { type Stay, stays } from '../../domain/activities/turns.ts'
import { lengthText } from '../../domain/lib/duration.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { readClock, sessionCues } from '../../domain/sessions/clock.ts'
import { figureOf, type Now, readNow, stateOf } from '../../domain/sessions/now.ts'
import type { SessionState } from '../../domain/sessions/session.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { TRIAL_PEOPLE, TRIAL_USER, trialCues, trialNow, trialOf, withSpeed } from '../../domain/sessions/trial.ts'
import { followSession, loadPage } from './follow.ts'
import { serverNow } from './server-time.ts'
import { addSound } from './sound.ts'
import { makeView, type View } from './view.ts'

const LOOK_MS = 200
const GONE = 'This isn’t there any more.'
const LATE = 'This can’t be loaded now. Reload the page to try again.'

function start(): void {
  const root = document.getElementById('embed')
  const { kind, slug = '' } = root?.dataset ?? {}
  if (!root || !kind) return
  const view = makeView(root)
  if (kind === 'session') showSession(view, slug)
  else void showActivity(view, slug).catch(() => view.say(LATE))
}

function showSession(view: View, slug: string): void {
  let data: SessionData | null = null
  let people: Stay[] = []
  const stateNow = (): SessionState | null => data && { ...data.challengeEvent, plan: data.challengeEvent }
  let sound: (() => void) | null = null
  followSession(slug, loaded => {
    data = loaded
    if (!loaded) return view.say(GONE)
    people = stays(loaded.stays ?? [])
    view.plan(rowsOf(loaded.challengeEvent))
    sound ??= addSound(view, (from, to) => {
      const state = stateNow()
      return state ? sessionCues(state, from, to, people) : []
    })
  })
  setInterval(() => {
    const state = stateNow()
    if (!state || !data) return
    const now = serverNow()
    const clock = readClock(state, now, people)
    const shown = readNow(data.challengeEvent, clock, now)
    const { seconds, title, isPaused } = shown
    const alone = seconds === null || clock.status === SessionStatus.Ended
    view.show({
      ...{ state: stateOf(clock), figure: alone ? null : figureOf(shown, clock), share: shown.share, part: shown.uuid },
      what: isPaused ? `${title} · paused` : title,
      step: shown.step?.title ?? '',
      next: nextText(shown)
    })
    sound?.()
  }, LOOK_MS)
}

async function showActivity(view: View, slug: string): Promise<void> {
  const data = await loadPage<DataOf<typeof activityPage>>(`/activities/${slug}`)
  if (!data) return view.say(GONE)
  const plan = data.challenge
  view.plan(rowsOf(plan))
  let begunAt = serverNow()
  let trial = trialOf(plan, begunAt)
  let time = { since: begunAt, from: begunAt, speed: 0 }
  let hasBegun = false
  const isOver = (): boolean =>
    readClock(trial, trialNow(time, serverNow()), TRIAL_PEOPLE).status === SessionStatus.Ended

  const run = view.button(() => {
    const now = serverNow()
    if (!hasBegun || isOver()) {
      begunAt = now
      trial = trialOf(plan, begunAt)
      time = { since: now, from: now, speed: 1 }
    } else time = withSpeed(time, time.speed === 0 ? 1 : 0, now)
    hasBegun = true
    look()
  }, 'main')
  const sound = addSound(view, (from, to) => trialCues(trial, time, from, to))

  function look(): void {
    const now = Math.max(begunAt, trialNow(time, serverNow()))
    const clock = readClock(trial, now, TRIAL_PEOPLE)
    const ended = clock.status === SessionStatus.Ended
    const shown = readNow({ parts: trial.plan.parts, duration: trial.duration }, clock, now, TRIAL_USER)
    const rests = time.speed === 0
    run.textContent = !hasBegun ? 'Start' : ended ? 'Start again' : rests ? 'Resume' : 'Pause'
    view.show({
      ...{ state: rests && !ended ? 'paused' : stateOf(clock), figure: ended ? null : figureOf(shown, clock) },
      ...{ share: ended ? 0 : shown.share, part: hasBegun ? shown.uuid : null },
      what: ended ? 'That was it' : shown.title,
      step: shown.step?.title ?? '',
      next: hasBegun && !ended ? nextText(shown) : `${lengthText(trial.duration)} in all`
    })
    sound()
  }
  look()
  setInterval(look, LOOK_MS)
}

const nextText = ({ next }: Now): string => (next ? `Next: ${next.title}` : '')

/** The parts of the plan, in order. */
function rowsOf({ parts }: Pick<Activity, 'parts'>) {
  return parts.flatMap(group =>
    group.parts.map(part => ({ uuid: part.uuid, title: partTitle(part), seconds: partSeconds(part) }))
  )
}

start()
