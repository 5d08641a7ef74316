/**
 * The words of plan text: durations, counts, distances, quoted titles. Each pattern is sticky and matches at one place.
 * Reading and writing share them, so that what is written is read back as it was.
 */

const NUMBER = String.raw`\d+(?:\.\d+)?(?:e-\d+)?`
const GROUPED = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?`
const TIME = `d(?:ays?)?|h(?:(?:ou)?rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?`
const LENGTH = `km|kilomet(?:er|re)s?|mi(?:les?)?|met(?:er|re)s?`
const END = String.raw`(?!\p{L})`
/** It begins with no blank, so that blanks before it match in one way only. Otherwise many of them take forever. */
const NAME = String.raw`[^ \t\n,;():"][^\n,;():"]*`
const COUNT = String.raw`(\d+)[ \t]*(?:[x×*]${END}|(?:times|rounds?|sets?)${END}(?:[ \t]+of${END})?)`

export const PIECE = new RegExp(String.raw`(${NUMBER})(?:[ \t]*|-)(${TIME})${END}`, 'iuy')
/** Minutes after hours need no unit: "1 h 15". */
export const BARE_MINUTES = /[ \t]*(\d{1,2})(?![\d.:]|[ \t]*[x×*(])/y
/** "1:30" or "1:05:00". */
export const CLOCK = /(\d+):([0-5]\d)(?::([0-5]\d))?(?![\d:])/y
export const REPEATS = new RegExp(COUNT, 'iuy')
export const DISTANCE = new RegExp(String.raw`(${GROUPED}|${NUMBER})(?:[ \t]*|-)(${LENGTH})${END}`, 'iuy')
/** With commas between thousands. */
export const AMOUNT = new RegExp(`(${GROUPED}|${NUMBER})`, 'uy')
export const NUMBER_AND_WORD = /(\d+(?:[.,]\d+)?)(?:[ \t]*[-–][ \t]*(\d+(?:\.\d+)?))?(?:([ \t]*)(\p{L}+))?/uy
/** A duration behind a title: "run 5 min", "walk for 1:30". It is searched in a short text only. */
export const LENGTH_AT_END = new RegExp(
  String.raw`(?:^|\s+)(?:for\s+)?(\d+:[0-5]\d(?::[0-5]\d)?|${NUMBER}\s*(?:${TIME})(?:\s*${NUMBER}\s*(?:${TIME}))*(?:\s*\d{1,2})?)$`,
  'iu'
)
export const COUNT_AT_END = new RegExp(String.raw`(?:^|\s+)${COUNT}$`, 'iu')
export const UNTIL_AT_END = /(?:^|\s+)until\s+(\d+:[0-5]\d(?::[0-5]\d)?)$/i
/** The first line of a plan whose ends are times of day. */
export const FROM = /(?:from|start(?:s|ing)?(?:\s+at)?)\s+(\d{1,2}):([0-5]\d)(?![\d:])[ \t]*:?/iy
export const UNTIL = /until\s+/iy
export const EACH = /each(?![\p{L}\p{N}-])/iuy
export const ANY_AMOUNT = /any amount(?![\p{L}-])(?:\s+of(?![\p{L}-]))?/iuy
/** A line that begins a group of parts: "Group Team A:", "Group 3 x Circuit:". */
export const GROUP = new RegExp(
  String.raw`group(?![\p{L}\p{N}])(?:[ \t]*${COUNT})?[ \t]*("(?:[^"]|"")*"[ \t]*|${NAME}|):[ \t]*(?=\n|$)`,
  'iuy'
)
/** A line that begins a group of goals. Goals may follow on the same line when it has no title. */
export const GOALS = new RegExp(String.raw`goals(?:[ \t]*:|[ \t]+("(?:[^"]|"")*"[ \t]*|${NAME}):[ \t]*(?=\n|$))`, 'iuy')
/** Any other line that ends in a colon, unless that is in a note. */
export const HEADING = /("(?:[^"]|"")*"[ \t]*|(?:(?![ \t][-–—][ \t])[^\n,;():"])*):[ \t]*(?=\n|$)/uy
export const BULLET = /(?:[-*•–][ \t]+|\d{1,3}[.)][ \t]+)/y
export const LINK_WORD = /(?:and then|then|and)\s+(?=\d)/iy
export const DASH = /[ \t]+[-–—](?=[ \t]|\n|$)/y
/** Inside a note, only a comma before the next number begins the next item. */
export const NEXT_ITEM = /[,;]\s*(?:\d|until\s)/iy

const SIMPLE = /^\p{L}[^,;()":\n]*$/u
const SPECIAL = /\s[-–—](?:\s|$)|[^\S ]| {2}| $/
const RESERVED = /^(?:each|until|from|start|starts|starting|goals|group|then|and|any amount)(?![\p{L}\p{N}])/iu
const RESERVED_UNIT = new RegExp(String.raw`^(?:${TIME}|${LENGTH}|times|x)${END}|\sand\s`, 'iu')

/** Stands for a goal without a title. A goal that is really called so has quotation marks. */
export const UNTITLED_GOAL = 'Untitled goal'

/** Whether a title can stand without quotation marks. */
export function isPlainTitle(title: string): boolean {
  return SIMPLE.test(title) && !SPECIAL.test(title) && !RESERVED.test(title)
}

/** Whether a unit of a goal can stand without quotation marks. */
export function isPlainUnit(unit: string): boolean {
  return isPlainTitle(unit) && !RESERVED_UNIT.test(unit)
}

/** Whether a note can stand without quotation marks. */
export function isPlainNote(note: string): boolean {
  return !/["\n]|[,;]\s*(?:\d|until\s)/i.test(note)
}

export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

export function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll('""', '"')
}

/** Seconds of a unit of time, by its first letter. */
export function unitSeconds(unit: string): number {
  const letter = unit[0]?.toLowerCase()
  return letter === 'd' ? 86_400 : letter === 'h' ? 3600 : letter === 'm' ? 60 : 1
}

const UNITS = [
  'min',
  'mins',
  'minute',
  'minutes',
  'sec',
  'secs',
  'second',
  'seconds',
  'hour',
  'hours',
  'hr',
  'day',
  'days'
]

/** Returns the unit of time that was probably meant by a misspelt word, such as "min" for "mni"; else null. */
export function meantUnit(word: string): 'd' | 'h' | 'min' | 's' | null {
  const typed = word.toLowerCase()
  const unit = UNITS.find(one => isSlip(typed, one))
  if (!unit) return null
  return unit.startsWith('d') ? 'd' : unit.startsWith('h') ? 'h' : unit.startsWith('m') ? 'min' : 's'
}

/** Whether one letter is wrong, missing, too many, or two have changed places. */
function isSlip(typed: string, word: string): boolean {
  if (typed.length < 2 || Math.abs(typed.length - word.length) > 1) return false
  let start = 0
  while (start < typed.length && typed[start] === word[start]) start++
  const [a, b] = [typed.slice(start), word.slice(start)]
  if (a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)) return true
  return a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
}
