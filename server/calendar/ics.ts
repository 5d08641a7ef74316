/** Events as iCalendar (RFC 5545). Without `APP_URL` they have no address, since a request's Host can be forged. */
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { tzlib_get_ical_block } from 'timezones-ical-library'
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
  calendar.timezone({ name: null, generator: describeZone })
  for (const event of events) {
    const { zone = null } = event.repeats ?? event.instead ?? {}
    const url = appUrl ? appUrl + asciiPath(event.path) : null
    calendar.createEvent({
      id: event.uid,
      timezone: zone,
      start: inZone(event.startsAt, zone),
      end: inZone(event.endsAt, zone),
      ...(event.isAllDay ? { allDay: true } : {}),
      ...(event.repeats ? { repeating: ruleText(event.repeats) } : {}),
      ...(event.instead ? { recurrenceId: inZone(event.instead.at, zone) } : {}),
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

/** An event that repeats has the time of its zone, because its instants change with the clocks. */
function inZone(at: number, zone: string | null) {
  return zone === null ? new Date(at) : zonedTime(at, zone)
}

const zonedTime = (at: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)

function ruleText({ rule, zone, except }: NonNullable<ListedEvent['repeats']>): string {
  const times = except.map(at => zonedTime(at, zone).toPlainDateTime().toString({ smallestUnit: 'second' }))
  const compact = times.map(time => time.replaceAll(/[-:]/g, ''))
  return compact.length === 0 ? rule : `${rule}\r\nEXDATE;TZID=${zone}:${compact.join(',')}`
}

/** When the clocks of a zone change, as a VTIMEZONE; null for a zone that the library doesn't know. */
function describeZone(zone: string): string | null {
  const [block] = tzlib_get_ical_block(zone)
  return block?.startsWith('BEGIN:VTIMEZONE') ? block.replace(/^TZID:.*$/m, `TZID:${zone}`) : null
}
