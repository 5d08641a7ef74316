/** What people do with the class of tomorrow and with the dates of the weekly class. */
import type { Browser } from './browser.ts'
import type { Sent } from './network.ts'
import type { Scheduler } from './scheduler.ts'
import type { Template } from './template.ts'

export type ClassDeed = (typeof CLASS_DEEDS)[number] | (typeof HOST_CLASS_DEEDS)[number]

const SOON = ['come or wait', 'come or wait', 'come or wait', 'leave date', 'decline', 'come'] as const
export const CLASS_DEEDS = [...SOON, 'wait no longer', 'every time', 'every time', 'no longer'] as const
/** Guests cannot wait, and come to single dates. */
export const GUEST_CLASS_DEEDS = SOON
export const HOST_CLASS_DEEDS = [
  'places',
  'places',
  'move',
  'end waitlist',
  'move up',
  'follow',
  'change rule'
] as const

const SECOND = 1000
const MINUTE = 60 * SECOND
/** A date that moves begins at once, soon, just before the offers end, or later. */
const STARTS = [5 * SECOND, 20 * SECOND, 10 * MINUTE + 10 * SECOND, 180 * MINUTE, 1500 * MINUTE]

/** A person does something in a class or in one of the dates. Much of it is refused. */
export function performInClass(scheduler: Scheduler, browser: Browser, template: Template, deed: ClassDeed): void {
  void browser.call(...requestOf(scheduler, template, deed))
}

function requestOf(scheduler: Scheduler, template: Template, deed: ClassDeed): [Sent['method'], string, object?] {
  const regulars = `/api/series/${template.series.slug}/regulars`
  const event = `/api/challenge-events/${scheduler.any([template.class.slug, ...template.series.dates])}`
  switch (deed) {
    case 'come or wait':
      return ['POST', event + scheduler.any(['/join', '/waitlist', '/waitlist']), {}]
    case 'leave date':
      return ['POST', `${event}/leave`, {}]
    case 'decline':
    case 'come':
      return ['PUT', `${event}/answer`, { is_coming: deed === 'come' ? 1 : 0 }]
    case 'wait no longer':
      return ['DELETE', `${event}/waitlist`]
    case 'every time':
      return ['POST', regulars, {}]
    case 'no longer':
      return ['DELETE', regulars]
    case 'places':
      return ['PATCH', `${event}/patch`, { challenge: { participant_limit: scheduler.any([1, 2, 2, 3, 4]) } }]
    case 'move': {
      const started_at = new Date(scheduler.now + scheduler.any(STARTS)).toISOString()
      return ['PATCH', `${event}/patch`, { challenge: { started_at } }]
    }
    case 'end waitlist':
      return ['PUT', `${event}/waitlist`, { is_open: scheduler.any([0, 1, 1]) }]
    case 'move up': {
      const { username } = scheduler.any(template.people)
      return ['POST', `${event}/waitlist/${username}/up`, { reason: 'A friend of the house' }]
    }
    case 'change rule':
      return ['PUT', `${event}/rule`, { repeats: scheduler.any(['daily', 'weekly', 'weekly']) }]
    case 'follow':
      return ['POST', `${event}/following`, {}]
  }
}
