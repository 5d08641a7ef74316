/** What people do in the session. Their deeds in classes are in `class-deeds.ts`. */
import { sendMessage } from '../../domain/chat/api.ts'
import * as sessions from '../../domain/sessions/api.ts'
import type { Browser } from './browser.ts'
import { CLASS_DEEDS, type ClassDeed, GUEST_CLASS_DEEDS, HOST_CLASS_DEEDS, performInClass } from './class-deeds.ts'
import type { Scheduler } from './scheduler.ts'
import type { Template } from './template.ts'

/** The longest pause between two deeds of a person, in ms. */
const LONGEST_PAUSE = 2500

export type Part = 'host' | 'member' | 'guest'

/** A person acts until `until`. */
export function act(scheduler: Scheduler, browser: Browser, part: Part, template: Template, until: number): void {
  next(0)

  function next(count: number): void {
    const { actor } = browser
    scheduler.offer(
      `person ${actor.name}`,
      actor,
      scheduler.random() ** 2 * LONGEST_PAUSE,
      `${actor.name} acts`,
      () => {
        if (scheduler.now > until) return
        const deed = part === 'host' && count === 0 ? 'start' : scheduler.any(DEEDS[part])
        scheduler.note(`${actor.name}: ${deed}`)
        perform(deed, count)
        next(count + 1)
      }
    )
  }

  function perform(deed: Deed, count: number): void {
    const { id, slug } = template.room
    const path = `/api/challenge-events/${slug}`
    const part = scheduler.any(template.parts)
    const call = (name: string, body: object = {}): void => void browser.call('POST', `${path}/${name}`, body)
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
      case 'load':
        browser.open()
        break
      case 'join':
      case 'leave':
      case 'start':
      case 'pause':
      case 'resume':
        call(deed)
        break
      default:
        performInClass(scheduler, browser, template, deed)
    }
  }
}

type Deed =
  | ('join' | 'leave' | 'log' | 'say' | 'load' | 'start' | 'pause' | 'resume' | 'skip' | 'complete' | 'extend')
  | ClassDeed

const MEMBER = [...(['join', 'join', 'log', 'log', 'log', 'log', 'log', 'say', 'say', 'say', 'leave', 'load'] as const)]
const DEEDS: Record<Part, readonly Deed[]> = {
  member: [...MEMBER, ...MEMBER, ...CLASS_DEEDS],
  guest: [...MEMBER, ...MEMBER, ...GUEST_CLASS_DEEDS],
  host: [
    ...(['log', 'log', 'say', 'start', 'pause', 'resume', 'resume', 'skip', 'extend', 'load', 'join'] as const),
    ...HOST_CLASS_DEEDS
  ]
}
