/**
 * Reads a goal from a typed sentence, such as "walk 30 minutes every day". Units: miles and seconds.
 *
 * The rules that surprise: a sentence is read only as a whole. With a second number, an unclear limit ("less than") or a
 * repetition that goals don't have ("every other day"), it stays a plain title. A limit without a repetition ("no
 * smoking") is one for every day.
 */
import { addDays, type Day, isDay } from '../lib/day.ts'
import { type DistanceUnit, toMiles } from '../lib/distance.ts'
import type { Repeats } from './fields.ts'
import { LONGEST_GOAL } from './goal.ts'

export interface SentenceGoal {
  title: string
  kind: 'count' | 'distance' | 'time'
  amount: number | null
  unit: string
  distance: number | null
  /** The unit of the distance as it was typed (D-154). */
  distances: DistanceUnit | null
  duration: number
  repeats: Repeats | null
  until: Day | null
  /** The measure is the most that is fine (D-153). */
  isLimit: boolean
}

/** Finds a date at the start of a text; null when there is none. */
export type ReadDate = (text: string) => { day: Day; length: number } | null

const LONGEST = 255
const LARGEST = 1e6
const NUMBERS = new Map(
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
    .map((word, at): [string, number] => [word, at + 1])
    .concat([
      ['fifteen', 15],
      ['twenty', 20],
      ['thirty', 30],
      ['forty', 40],
      ['fifty', 50],
      ['sixty', 60]
    ])
)
const NUMBER = `(?:\\d{1,3}(?:,\\d{3})+|\\d+(?:\\.\\d+)?)(?:k(?![a-z]))?|${[...NUMBERS.keys()].join('|')}`
const HOURS = '(?:hours?|hrs?|h)'
const MINUTES = '(?:minutes?|mins?)'
const DAYS = [
  'mon(?:day)?',
  'tue(?:s(?:day)?)?',
  'wed(?:nesday)?',
  'thu(?:r(?:s(?:day)?)?)?',
  'fri(?:day)?',
  'sat(?:urday)?',
  'sun(?:day)?'
]
const DAY = `(?:${DAYS.join('|')})s?`

const AT_MOST = /\b(?:at most|no more than|not more than|(?:a )?max(?:imum)?(?: of)?)\s+/i
const NONE =
  /^(?:no|zero|quit|stop|avoid|give up|cut out)\s+(?!(?:my|your|the|an?|at|to|in|on|more|one|matter)\b)(?=\p{L})/iu
const LIMITS =
  /\b(?:no more|no longer|at most|(?:less|fewer|more) than|under|max(?:imum)?|up to|quit|stop|avoid|without|don['’]?t|never|not|no|limit|except|but|instead|between|or)\b/i
const RANGE = /\d\s*(?:-|–|—|~|to)\s*\d/i
const OTHER_REPEATS =
  /\b(?:every|each|per)\s+(?:other|second|third|few|couple|\d+|two|three|four|five|six)\b|\b(?:every|each|per|a)\s+(?:hour|year|quarter|fortnight)\b|\b(?:bi-?weekly|fortnightly|hourly|yearly|annually|quarterly)\b/i
const EVERY = /(?:\b(?:every|each|per|a)\s+|\/\s*)(day|week|month)\b|\b(everyday|daily|weekly|monthly)\b/i
const WORKDAYS = /\b(?:on|every|each)\s+(weekday|weekend)s?\b|\bat\s+(weekend)s?\b/i
const CHOSEN = new RegExp(
  `\\b(on|every|each)\\s+(${DAY}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)${DAY})*)(?![\\w-])`,
  'i'
)
const OFTEN = new RegExp(
  `(?<![\\w.,:-])(?:(once|twice)|(${NUMBER})\\s*(times|x|days))\\s+(?=a\\b|per\\b|each\\b|every\\b|daily|weekly|monthly)`,
  'i'
)
const DEADLINE = /\b(by|until|till)\s+|\b(?:in|within)\s+(?=(?:\d+|one|two|three|four|six|a)\s+(?:day|week|month)s?\b)/i
const START = '(?<![\\w.,:$€£#+/@-])'
const END = '(?![\\w%°])'

/**
 * Returns the goal that a sentence describes; null when it stays a plain title.
 * @param readDate reads dates from today on, in the person's calendar
 */
export function readSentence(sentence: string, today: Day, readDate: ReadDate): SentenceGoal | null {
  const text = sentence.trim().replace(/\s+/g, ' ')
  const limit = limitIn(text)
  if (text.length > LONGEST || LIMITS.test(limit.rest) || OTHER_REPEATS.test(text)) return null
  const deadline = deadlineIn(text, today, readDate)
  // A date may have hyphens.
  if (RANGE.test(deadline.rest)) return null
  const often = OFTEN.exec(deadline.rest)
  const times = often && (often[1] ? (often[1].toLowerCase() === 'once' ? 1 : 2) : numberIn(often[2]))
  const repetition = repetitionIn(often ? cut(deadline.rest, often) : deadline.rest)
  const found = measureIn(repetition.rest)
  if (found === 'unclear' || (times && times > LARGEST) || (found && often) || (often && !repetition.repeats))
    return null
  if (!found && /\d/.test(repetition.rest)) return null
  const none = { ...NOTHING, kind: 'count' as const, amount: limit.isNone ? 0 : null }
  const unit = often?.[3]?.toLowerCase() === 'days' ? 'days' : 'times'
  const measure = times ? { ...none, amount: times, unit } : (found ?? none)
  if (limit.isNone ? times || found || deadline.isBy : limit.isLimit && !times && !found) return null
  if (!times && !found && !limit.isNone && !repetition.repeats && !deadline.until) return null
  const title = repetition.rest.replace(/^[\s,.;]+|[\s,.;]+$/g, '')
  if (!/\p{L}/u.test(title)) return null
  const repeats = repetition.repeats ?? (limit.isLimit && !deadline.until ? DAILY : null)
  return { ...measure, title: capital(title), repeats, until: deadline.until, isLimit: limit.isLimit }
}

const DAILY: Repeats = { every: 'day', weekdays: [] }

/** Returns the rest without the words of a limit, in which no other limit may be. */
function limitIn(text: string): { rest: string; isLimit: boolean; isNone: boolean } {
  const most = AT_MOST.exec(text)
  if (most) return { rest: cut(text, most), isLimit: true, isNone: false }
  const none = NONE.exec(text)
  return { rest: none ? cut(text, none) : text, isLimit: none !== null, isNone: none !== null }
}

interface Deadline {
  rest: string
  until: Day | null
  /** "By June" ends something, "until June" lets it last. */
  isBy: boolean
}

function deadlineIn(text: string, today: Day, readDate: ReadDate): Deadline {
  const match = DEADLINE.exec(text)
  if (!match) return { rest: text, until: null, isBy: false }
  const isBy = match[1]?.toLowerCase() === 'by'
  const from = match.index + match[0].length
  const tail = match[1] ? text.slice(from) : text.slice(match.index)
  const last = match[1] ? (/^(?:the )?end of (?=\w)/i.exec(tail)?.[0].length ?? 0) : 0
  const date = readDate(tail.slice(last))
  if (!date || !isDay(date.day) || date.day < today) return { rest: text, until: null, isBy }
  const end = (match[1] ? from : match.index) + last + date.length
  const until = last ? addDays(`${addDays(`${date.day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1) : date.day
  return { rest: `${text.slice(0, match.index)} ${text.slice(end)}`.replace(/\s+/g, ' ').trim(), until, isBy }
}

function repetitionIn(text: string): { rest: string; repeats: Repeats | null } {
  const workdays = WORKDAYS.exec(text)
  if (workdays) {
    const isWeekend = (workdays[1] ?? workdays[2])?.toLowerCase() === 'weekend'
    return { rest: cut(text, workdays), repeats: { every: 'day', weekdays: isWeekend ? [6, 7] : [1, 2, 3, 4, 5] } }
  }
  const chosen = CHOSEN.exec(text)
  if (chosen) {
    const names = (chosen[2] ?? '')
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter(name => name !== 'and')
    // "On Friday" is one day; "on Fridays" repeats.
    if (chosen[1]?.toLowerCase() === 'on' && !names.some(name => name.endsWith('days')))
      return { rest: text, repeats: null }
    const weekdays = DAYS.flatMap((day, at) =>
      names.some(name => new RegExp(`^${day}s?$`).test(name)) ? [at + 1] : []
    )
    return { rest: cut(text, chosen), repeats: { every: 'day', weekdays } }
  }
  const every = EVERY.exec(text)
  if (!every) return { rest: text, repeats: null }
  const word = (every[1] ?? every[2] ?? '').toLowerCase()
  const unit = word.startsWith('week') ? 'week' : word.startsWith('month') ? 'month' : 'day'
  return { rest: cut(text, every), repeats: { every: unit, weekdays: [] } }
}

type Measure = Pick<SentenceGoal, 'kind' | 'amount' | 'unit' | 'distance' | 'distances' | 'duration'>

const NOTHING: Omit<Measure, 'kind'> = { amount: null, unit: '', distance: null, distances: null, duration: 0 }

function measureIn(text: string): Measure | 'unclear' | null {
  const time = timeIn(text)
  if (time) {
    const isWhole = time.duration > 0 && Number.isInteger(time.duration)
    return isWhole && time.duration <= LONGEST_GOAL && !/\d/.test(cut(text, time.match))
      ? { ...NOTHING, kind: 'time', duration: time.duration }
      : 'unclear'
  }
  const count = new RegExp(`${START}(${NUMBER})[\\s-]*(\\p{L}[\\p{L}'’-]*)${END}`, 'iu').exec(text)
  if (!count) return null
  const amount = numberIn(count[1])
  const unit = (count[2] ?? '').toLowerCase()
  if (!(amount > 0) || amount > LARGEST || unit.length > 50 || /\d/.test(cut(text, count))) return 'unclear'
  const distances = /^(?:km|kms|kilomet(?:er|re)s?)$/.test(unit) ? 'km' : /^(?:mi|miles?)$/.test(unit) ? 'mi' : null
  if (distances) return { ...NOTHING, kind: 'distance', distance: toMiles(amount, distances), distances }
  // "400 m" may be metres or minutes. Clock times and dates are no amounts.
  return /^(?:m|am|pm|k|o['’]clock|st|nd|rd|th|and|days?|weeks?|months?|years?|at|on|in|of|by|for|to|with)$/.test(unit)
    ? 'unclear'
    : { ...NOTHING, kind: 'count', amount, unit }
}

function timeIn(text: string): { match: RegExpExecArray; duration: number } | null {
  const half = new RegExp(`${START}(?:(half an hour)|(?:an|one) hour( and a half)?)${END}`, 'i').exec(text)
  if (half) return { match: half, duration: half[1] ? 1800 : half[2] ? 5400 : 3600 }
  const hours = new RegExp(
    `${START}(${NUMBER})\\s*-?${HOURS}(?:\\s*(?:and\\s+)?(\\d{1,2})\\s*${MINUTES}?)?${END}`,
    'i'
  ).exec(text)
  if (hours) return { match: hours, duration: numberIn(hours[1]) * 3600 + Number(hours[2] ?? 0) * 60 }
  const minutes = new RegExp(`${START}(${NUMBER})\\s*-?(?:${MINUTES}|(seconds?|secs?))${END}`, 'i').exec(text)
  return minutes && { match: minutes, duration: numberIn(minutes[1]) * (minutes[2] ? 1 : 60) }
}

function numberIn(typed = ''): number {
  const word = typed.toLowerCase()
  return NUMBERS.get(word) ?? Number(word.replace(/,|k$/g, '')) * (word.endsWith('k') ? 1000 : 1)
}

function cut(text: string, match: RegExpExecArray): string {
  return `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.replace(/\s+/g, ' ').trim()
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
