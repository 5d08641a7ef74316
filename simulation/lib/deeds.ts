/** What people do in the session. */
import { sendMessage } from '../../domain/chat/api.ts'
import * as sessions from '../../domain/sessions/api.ts'
import type { Browser } from './browser.ts'
import type { Scheduler } from './scheduler.ts'
import type { Template } from './template.ts'

/** The longest pause between two deeds of a person, in ms. */
const LONGEST_PAUSE = 2500

/** People act until `until`. */
export function act(scheduler: Scheduler, browsers: Browser[], template: Template, until: number): void {
  for (const [nth, browser] of browsers.entries()) next(browser, nth === 0, 0)

  function next(browser: Browser, isHost: boolean, count: number): void {
    const { actor } = browser
    scheduler.offer(
      `person ${actor.name}`,
      actor,
      scheduler.random() ** 2 * LONGEST_PAUSE,
      `${actor.name} acts`,
      () => {
        if (scheduler.now > until) return
        const deed = isHost ? hostDeed(count) : scheduler.any(MEMBER)
        scheduler.note(`${actor.name}: ${deed}`)
        perform(browser, deed, count)
        next(browser, isHost, count + 1)
      }
    )
  }

  function hostDeed(count: number): Deed {
    return count === 0 ? 'start' : scheduler.any(HOST)
  }

  function perform(browser: Browser, deed: Deed, count: number): void {
    const { id, slug } = template.room
    const path = `/api/challenge-events/${slug}`
    const part = scheduler.any(template.parts)
    const call = (name: string, body: object = {}): void => void browser.call('POST', `${path}/${name}`, body)
    const inClass = (method: 'POST' | 'DELETE' | 'PATCH', name: string, body: object = {}): void =>
      void browser.call(method, `/api/challenge-events/${template.class.slug}${name}`, body)
    switch (deed) {
      case 'log':
        browser.add(`POST ${sessions.storeSessionQuickLog.path}`, {
          params: { event: slug },
          body: { task_uuid: template.goal, amount: 1 + count },
          scope: `room ${id}`
        })
        break
      case 'say':
        browser.add(`POST ${sendMessage.path}`, {
          body: {
            ...{ messageable_type: 'challenge_event', messageable_id: id },
            content: `${browser.actor.name} says ${count}`
          },
          scope: `chat ${id}`
        })
        break
      case 'skip':
      case 'complete':
        call(`parts/${part}/${deed}`)
        break
      case 'extend':
        call(deed, { minutes: 1 })
        break
      // One press does what the person can do in the class: join it, or wait for a place.
      case 'class':
        inClass('POST', scheduler.any(['/join', '/waitlist', '/waitlist']))
        break
      case 'leave class':
        inClass('POST', '/leave')
        break
      case 'wait no longer':
        inClass('DELETE', '/waitlist')
        break
      case 'places':
        inClass('PATCH', '', { challenge: { participant_limit: scheduler.any([1, 2, 2, 3]) } })
        break
      case 'load':
        browser.open()
        break
      default:
        call(deed)
    }
  }
}

type Deed =
  | ('join' | 'leave' | 'log' | 'say' | 'load' | 'start' | 'pause' | 'resume' | 'skip' | 'complete' | 'extend')
  | ('class' | 'leave class' | 'wait no longer' | 'places')
const MEMBER: Deed[] = [
  ...(['join', 'join', 'log', 'log', 'log', 'log', 'log', 'say', 'say', 'say', 'leave', 'load'] as const),
  ...(['class', 'class', 'class', 'leave class', 'wait no longer'] as const)
]
const HOST: Deed[] = [
  ...(['log', 'log', 'say', 'start', 'pause', 'resume', 'resume', 'skip', 'extend', 'load', 'join'] as const),
  'places'
]
