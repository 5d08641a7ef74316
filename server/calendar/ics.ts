/** Events as iCalendar (RFC 5545). Without `APP_URL` they have no address, since a request's Host can be forged. */
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { plainText } from '../../domain/lib/plain-text.ts'
import { asciiPath } from '../../domain/lib/slug.ts'
import type { Config } from '../lib/config.ts'
import type { ListedEvent } from './queries.ts'

/** How often calendars should refresh, in seconds; most choose for themselves. */
const REFRESH = 3600

/** @param name of the calendar; null when one event is added to an existing calendar */
export function toIcs(events: ListedEvent[], name: string | null, { hut, appUrl }: Config): string {
  const calendar = ical({
    prodId: { company: hut.name, product: 'Sessions' },
    method: ICalCalendarMethod.PUBLISH,
    ...(name === null ? {} : { name, ttl: REFRESH })
  })
  for (const event of events) {
    const url = appUrl ? appUrl + asciiPath(event.path) : null
    calendar.createEvent({
      id: event.uid,
      start: new Date(event.startsAt),
      end: new Date(event.endsAt),
      stamp: new Date(event.changedAt),
      lastModified: new Date(event.changedAt),
      sequence: event.sequence,
      summary: event.title,
      description: [plainText(event.content), url].filter(Boolean).join('\n\n') || null,
      url,
      status: event.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency:
        event.isBusy && !event.isCancelled ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT
    })
  }
  return `${calendar.toString().trimEnd()}\r\n`
}
