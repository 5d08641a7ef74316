import { expect, test } from 'vitest'
import { toMiles } from '../lib/distance.ts'
import { type ReadDate, readSentence } from './sentence.ts'

const TODAY = '2026-03-04'
/** Knows a few dates, so that this test depends on no parser of dates. */
const readDate: ReadDate = text => {
  if (text.startsWith('2147483648 h')) return { day: '247009-12-09', length: 12 }
  const match = /^(June|in 30 days)\b/i.exec(text)
  return match && { day: match[1]?.toLowerCase() === 'june' ? '2026-06-01' : '2026-04-03', length: match[0].length }
}

/** "30 min daily > 2026-06-01": measure, repetition and last day, as short as possible. */
function read(sentence: string): string {
  const goal = readSentence(sentence, TODAY, readDate)
  if (!goal) return ''
  const { kind, amount, unit, distance, duration, repeats, until } = goal
  const km = distance && [1, 3, 5, 10, 21.1, 42, 100].find(one => toMiles(one, 'km') === distance)
  const measure = {
    count: amount && `${amount} ${unit}`,
    distance: km ? `${km} km` : `${distance} mi`,
    time: `${duration} s`
  }
  const every = repeats && (repeats.weekdays.length > 0 ? `on ${repeats.weekdays.join('')}` : `every ${repeats.every}`)
  return [measure[kind], every, until && `> ${until}`].filter(Boolean).join(' ')
}

const DAILY = { every: 'day', weekdays: [] }
const WEEKLY = { every: 'week', weekdays: [] }
const MONTHLY = { every: 'month', weekdays: [] }
const WORKDAYS = { every: 'day', weekdays: [1, 2, 3, 4, 5] }

const MEASURES = [
  ['walk 30 minutes', '1800 s'],
  ['walk 30 min', '1800 s'],
  ['walk 30min', '1800 s'],
  ['Walk thirty minutes', '1800 s'],
  ['walk half an hour', '1800 s'],
  ['read an hour', '3600 s'],
  ['read one hour', '3600 s'],
  ['study 1h30', '5400 s'],
  ['study 1 h 30 min', '5400 s'],
  ['practise 1.5 hours', '5400 s'],
  ['an hour and a half of piano', '5400 s'],
  ['plank 90 seconds', '90 s'],
  ['study 2 hours and 15 minutes', '8100 s'],
  ['a 20-minute walk', '1200 s'],
  ['at least 20 mins of yoga', '1200 s'],
  ['drink 8 glasses', '8 glasses'],
  ['drink eight glasses', '8 glasses'],
  ['10k steps', '10000 steps'],
  ['10,000 steps', '10000 steps'],
  ['walk 10000 steps', '10000 steps'],
  ['read 12 books', '12 books'],
  ['write 500 words', '500 words'],
  ['50 push-ups', '50 push-ups'],
  ['run 5 km', '5 km'],
  ['run 5km', '5 km'],
  ['Run 10 kilometers', '10 km'],
  ['run 10 kilometres', '10 km'],
  ['run 3 miles', '3 mi'],
  ['run 3 mi', '3 mi'],
  ['run one mile', '1 mi'],
  ['cycle 21.1 km', '21.1 km'],
  ['save 20 euros', '20 euros'],
  ['lesen 3 Bücher', '3 bücher'],
  ['🏃 run 5 km 🎉', '5 km'],
  ['اقرأ 5 كتب', '5 كتب']
] as const
const REPETITIONS = [
  [' every day', ' every day'],
  [' daily', ' every day'],
  [' A DAY', ' every day'],
  [' each week', ' every week'],
  [' per month', ' every month'],
  [' on Tuesdays and Fridays', ' on 25'],
  [' every Mon, Wed & Fri', ' on 135'],
  [' on weekdays', ' on 12345'],
  [' by June', ' > 2026-06-01'],
  [' every day until June', ' every day > 2026-06-01'],
  [' in 30 days', ' > 2026-04-03'],
  ['', '']
] as const

test.each(MEASURES)('reads "%s"', (sentence, measure) => {
  for (const [words, meaning] of REPETITIONS) {
    for (const typed of [sentence + words, (sentence + words).toUpperCase()])
      expect(read(typed).toLowerCase(), typed).toBe(measure + meaning)
  }
})

test.each([
  ['meditate every day', 'every day'],
  ['stretch daily', 'every day'],
  ['exercise twice a week', '2 times every week'],
  ['exercise 3 times a week', '3 times every week'],
  ['swim once a month', '1 times every month'],
  ['gym 3x per week', '3 times every week'],
  ['train 5 days a week', '5 days every week'],
  ['call mum every Sunday', 'on 7'],
  ['hike at weekends', 'on 67'],
  ['learn to juggle by June', '> 2026-06-01']
])('reads "%s" as %s', (sentence, meaning) => expect(read(sentence)).toBe(meaning))

test.each([
  '',
  ' ',
  'quit my job',
  'quit smoking by June',
  'no more than my best',
  'stop at the next book',
  'give up to 2 coffees a day',
  'at most a day',
  'no sugar or salt',
  'stop smoking 20 cigarettes',
  'less than 2 hours of TV a day',
  'run 5-10 km',
  'run 5 to 10 km',
  'between 5 and 10 pages',
  '3 or 4 walks a week',
  'walk 30 minutes every other day',
  'run 5 km every 3 days',
  'read 2 books every two weeks',
  'run 5 km fortnightly',
  '3 sets of 10 push-ups',
  'run 5 km in 30 minutes',
  'run 5 km twice a week',
  'be happy',
  'learn Spanish',
  'wake up at 7 am',
  'wake up at 7:30',
  'save $500',
  'lose 5%',
  'run 10k',
  'swim 400 m',
  'go 0 km',
  'walk -5 km',
  '30 minutes 20 minutes',
  'every day except Sunday',
  '8',
  '8 8 8',
  '__proto__',
  'constructor',
  'toString 1e999',
  '<script>alert(1)</script>',
  '🎉',
  '1'.repeat(400),
  'a '.repeat(5000),
  `run ${'9'.repeat(200)} km`,
  'see you on Friday',
  'Route 66'
])('leaves "%.40s" a plain title', sentence => expect(read(sentence)).toBe(''))

test.each([
  ['at most 2 coffees a day', 'At most 2 coffees', { amount: 2, unit: 'coffees', repeats: DAILY }],
  ['no more than 2 coffees a day', 'No more than 2 coffees', { amount: 2, unit: 'coffees', repeats: DAILY }],
  ['Drink max 3 beers per week', 'Drink max 3 beers', { amount: 3, unit: 'beers', repeats: WEEKLY }],
  ['at most 3 beers', 'At most 3 beers', { amount: 3, repeats: DAILY }],
  ['at most 2 hours of TV on weekdays', 'At most 2 hours of TV', { kind: 'time', duration: 7200, repeats: WORKDAYS }],
  ['eat out at most twice a month', 'Eat out at most', { amount: 2, unit: 'times', repeats: MONTHLY }],
  ['at most 20 takeaways by June', 'At most 20 takeaways', { amount: 20, repeats: null, until: '2026-06-01' }],
  ['no smoking', 'No smoking', { amount: 0, unit: '', repeats: DAILY }],
  ['quit sugar', 'Quit sugar', { amount: 0, repeats: DAILY }],
  ['stop smoking until June', 'Stop smoking', { amount: 0, repeats: null, until: '2026-06-01' }],
  ['no sugar on weekdays', 'No sugar', { amount: 0, repeats: WORKDAYS }]
])('reads "%s" as a limit', { tags: 'D-153' }, (sentence, title, fields) => {
  expect(readSentence(sentence, TODAY, readDate)).toMatchObject({ isLimit: true, title, ...fields })
})

test('a goal to reach is no limit', () => {
  expect(readSentence('drink 8 glasses a day', TODAY, readDate)).toMatchObject({ isLimit: false, amount: 8 })
})

test('the title keeps everything but the repetition and the date', () => {
  const title = (text: string) => readSentence(text, TODAY, readDate)?.title
  expect(title('walk 30 minutes with Ada every day')).toBe('Walk 30 minutes with Ada')
  expect(title('read 12 books by June')).toBe('Read 12 books')
  expect(title('walk 30 minutes by the sea')).toBe('Walk 30 minutes by the sea')
})

test('a deadline, a duration or an amount that no goal can have stays in the title', () => {
  expect(read('walk daily by 2147483648 h')).toBe('')
  expect(read('walk daily by the end of 2147483648 h')).toBe('')
  expect(read('sleep 87600 hours')).toBe('315360000 s')
  expect(read('sleep 87601 hours')).toBe('')
  expect(read('stretch 1,000,001 times daily')).toBe('')
})
