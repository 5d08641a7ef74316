import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { readConfig } from '../lib/config.ts'
import { toIcs } from './ics.ts'
import type { ListedEvent } from './queries.ts'

const START = Date.UTC(2026, 2, 2, 18)
const EVENT: ListedEvent = {
  ...{ uid: 'session-1-2@challenge-hut', title: 'Focus', path: '/sessions/focus', content: '' },
  ...{ startsAt: START, endsAt: START + 3_600_000, isBusy: true, isCancelled: false, sequence: 4, changedAt: START }
}
const SITE = { APP_URL: 'https://hut.example.org' }

/** Reads the file as another program does. */
function read(events: ListedEvent[], name: string | null = null, settings: Record<string, string> = SITE) {
  const text = toIcs(events, name, readConfig(settings))
  const calendar = new ICAL.Component(ICAL.parse(text))
  const found = calendar.getAllSubcomponents('vevent').map(one => {
    const value = (property: string) => one.getFirstPropertyValue(property)?.toString() ?? null
    return { value, event: new ICAL.Event(one) }
  })
  return { text, calendar, events: found }
}

test('an event links to its page if the site has an address', () => {
  const { events, text } = read([{ ...EVENT, content: '<p>Bring tea</p>' }])
  expect(events[0]?.value('url')).toBe('https://hut.example.org/sessions/focus')
  expect(events[0]?.event.description).toBe('Bring tea\n\nhttps://hut.example.org/sessions/focus')
  expect(text).toContain('UID:session-1-2@challenge-hut')
  const without = read([{ ...EVENT, content: '<p>Bring tea</p>' }], null, {})
  expect([without.events[0]?.value('url'), without.events[0]?.event.description]).toEqual([null, 'Bring tea'])
})

test('an address in another script is in ASCII', { tags: 'D-40' }, () => {
  const { events } = read([{ ...EVENT, path: '/sessions/山-ab3de' }])
  const address = 'https://hut.example.org/sessions/%E5%B1%B1-ab3de'
  expect([events[0]?.value('url'), events[0]?.event.description]).toEqual([address, address])
})

test('every line ends with a line break, even the last one, as RFC 5545 requires', () => {
  const { text } = read([EVENT])
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('an event without text and address has no description', () => {
  const { events } = read([EVENT], null, {})
  expect(events[0]?.value('description')).toBeNull()
})

test.each([
  [true, false, 'OPAQUE', 'CONFIRMED'],
  [false, false, 'TRANSPARENT', 'CONFIRMED'],
  [true, true, 'TRANSPARENT', 'CANCELLED']
])('an event with busy %s and cancelled %s is %s and %s', (isBusy, isCancelled, transparency, status) => {
  const { events } = read([{ ...EVENT, isBusy, isCancelled }])
  expect([events[0]?.value('transp'), events[0]?.value('status')]).toEqual([transparency, status])
})

test('a feed has a name and a refresh interval, a single event has neither, and both have sequence numbers', () => {
  const feed = read([EVENT, { ...EVENT, uid: 'session-2-2@challenge-hut', sequence: 0 }], 'My sessions · Hut')
  expect(feed.calendar.getFirstPropertyValue('x-wr-calname')).toBe('My sessions · Hut')
  expect(feed.text).toContain('PT1H')
  expect(feed.events.map(({ event }) => event.sequence)).toEqual([4, 0])
  const single = read([EVENT])
  expect(single.calendar.getFirstPropertyValue('x-wr-calname')).toBeNull()
  expect(single.text).not.toContain('PT1H')
})

test('a feed without sessions is a valid calendar', () => {
  const { calendar, events } = read([], 'My sessions · Hut')
  expect([calendar.name, calendar.getFirstPropertyValue('version'), events]).toEqual(['vcalendar', '2.0', []])
})
