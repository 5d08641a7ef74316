/** Reads one timed item of a plan text: a part, or a step of a repeat. */
import { plural } from '../lib/duration.ts'
import { isRepeat, type OutlinePart, type Repeat, type Step } from './outline.ts'
import { isAtEnd, isColon, isComma, type Reader, readerOf, skipSpace, take, Unclear, unclear } from './reader.ts'
import { clockSeconds, refuseNumber, takeDuration } from './take-duration.ts'
import { takeNote, takeTitle } from './take-text.ts'
import {
  BULLET,
  CLOCK,
  COUNT_AT_END,
  DASH,
  EACH,
  LENGTH_AT_END,
  LINK_WORD,
  REPEATS,
  UNTIL,
  UNTIL_AT_END
} from './words.ts'
import { stepsText } from './write-text.ts'

/** Where the group stands when an item begins, for "until". */
export interface Place {
  /** Seconds since the start of the plan; null once people have turns, because their number is unknown. */
  elapsed: number | null
  /** The time of day at which the plan begins, in seconds; null when ends count from the start of the plan. */
  from: number | null
}

/** What an item says, before its place decides whether it may. */
type Item = OutlinePart & { start: number; end: number }

const MOST_TIMES = 1000
const MOST_TIMERS = 50
const MOST_NESTED = 100
/** Deeper parentheses are not even read. */
const DEEPEST = 2
const NESTED = 'Repeats can be nested twice. Write this one out.'
/** A repeat that is written out has at most so many steps. */
const MOST_WRITTEN_OUT = 20
const LONGEST_SEARCHED = 400

/** Reads a part at the top of a plan. It throws `Unclear` after noting a problem. */
export function readPart(reader: Reader, place: Place): OutlinePart {
  const { start: _, end: __, ...part } = readItem(reader, place, 0)
  return { ...part, note: takeNote(reader) }
}

/** @param depth 0 for a part, 1 and 2 for steps inside parentheses */
function readItem(reader: Reader, place: Place, depth: number): Item {
  const start = reader.at
  take(reader, LINK_WORD)
  const item = readCounted(reader, place, depth) ?? readTimed(reader, place, depth)
  return { ...item, start, end: reader.at }
}

function itemOf(fields: Partial<OutlinePart>): OutlinePart {
  return { title: '', seconds: null, each: false, times: 1, steps: null, note: '', ...fields }
}

/** "5 x (…)", "5 x 1 min run", "2 x 3 min each", or only "(…)". */
function readCounted(reader: Reader, place: Place, depth: number): OutlinePart | null {
  const from = reader.at
  const count = take(reader, REPEATS)
  const times = timesOf(reader, from, count?.[1])
  skipSpace(reader)
  if (reader.text[reader.at] === '(') return itemOf({ times, steps: readSteps(reader, place, depth) })
  if (!count) {
    reader.at = from
    return null
  }
  const seconds = takeDuration(reader)
  if (seconds === null) {
    const { title } = takeTitle(reader, depth > 0)
    const proposal = `${times} x (1 min${title && ` ${title}`})`
    return unclear(reader, from, reader.at, 'Say how long each of them takes.', proposal)
  }
  const each = takeEach(reader)
  const { title } = takeTitle(reader, depth > 0, true)
  return each ? itemOf({ title, seconds, each, times }) : itemOf({ times, steps: [{ title, seconds }] })
}

function timesOf(reader: Reader, from: number, typed: string | undefined): number {
  const times = Number(typed ?? 1)
  if (times >= 1 && times <= MOST_TIMES) return times
  const proposal = times < 1 ? '1 x' : `${MOST_TIMES} x`
  return unclear(reader, from, reader.at, 'Something can repeat 1 to 1,000 times.', proposal)
}

/** "10 min warm up", "run 5 min", "Circuit: 3 x (…)", "breakfast until 7:30". */
function readTimed(reader: Reader, place: Place, depth: number): OutlinePart {
  const from = reader.at
  const seconds = takeDuration(reader) ?? takeUntil(reader, place)
  if (seconds === null) refuseNumber(reader)
  const each = takeEach(reader)
  const { title, isQuoted } = takeTitle(reader, depth > 0, seconds !== null)
  if (isColon(reader)) return readAfterColon(reader, place, depth, { title, seconds, each, from })
  if (seconds !== null) return itemOf({ title, seconds, each })
  const typed = reader.text.slice(from, reader.at)
  if (!isQuoted && !each && typed.length <= LONGEST_SEARCHED) {
    const found = readEndOf(reader, place, depth, typed.trim(), from)
    if (found) return found
  }
  const behind = depth === 0 ? takeBehindDash(reader) : null
  if (behind !== null) return itemOf({ title, seconds: behind, each })
  if (reader.text[reader.at] === '(') return readParentheses(reader, place, depth, { title, each })
  const named = title && `${title}`
  return unclear(
    reader,
    from,
    reader.at,
    `Say how long ${named ? `“${named}”` : 'this'} takes.`,
    `5 min${named && ` ${named}`}`
  )
}

/** "Warm up - 10 min". */
function takeBehindDash(reader: Reader): number | null {
  const from = reader.at
  if (take(reader, DASH)) {
    skipSpace(reader)
    const seconds = takeDuration(reader)
    if (seconds !== null) return seconds
  }
  reader.at = from
  return null
}

function takeEach(reader: Reader): boolean {
  const before = reader.at
  skipSpace(reader)
  if (take(reader, EACH)) return true
  reader.at = before
  return false
}

interface Head {
  title: string
  seconds: number | null
  each: boolean
  from: number
}

/** "Circuit: 3 x (…)", "Warm up: 10 min". */
function readAfterColon(
  reader: Reader,
  place: Place,
  depth: number,
  { title, seconds, each, from }: Head
): OutlinePart {
  reader.at++
  skipSpace(reader)
  const at = reader.at
  const count = take(reader, REPEATS)
  const times = timesOf(reader, at, count?.[1])
  skipSpace(reader)
  if (reader.text[reader.at] === '(') {
    return itemOf({ title, seconds: seconds || null, each, times, steps: readSteps(reader, place, depth) })
  }
  reader.at = at
  const own = seconds === null ? (takeDuration(reader) ?? takeUntil(reader, place)) : null
  if (own !== null) return itemOf({ title, seconds: own, each: each || takeEach(reader) })
  if (seconds === null) refuseNumber(reader)
  const rest = takeTitle(reader, depth > 0).title
  if (seconds !== null) {
    const proposal = `${reader.text.slice(from, at).replace(/:\s*$/, '')} - ${rest || 'a note'}`
    return unclear(reader, from, reader.at, 'After the colon, give a repeat such as 3 x (…).', proposal)
  }
  return unclear(reader, from, reader.at, `Say how long “${title}” takes.`, `5 min ${title}${rest && ` - ${rest}`}`)
}

/** A duration, an end or a count at the end of the words: "run 5 min", "run until 7:30", "Main set 3 x (…)". */
function readEndOf(reader: Reader, place: Place, depth: number, typed: string, from: number): OutlinePart | null {
  const count = reader.text[reader.at] === '(' ? COUNT_AT_END.exec(typed) : null
  if (count) {
    const times = timesOf(reader, from, count[1])
    return itemOf({ title: cleaned(typed, count.index), times, steps: readSteps(reader, place, depth) })
  }
  const until = UNTIL_AT_END.exec(typed)
  if (until) {
    const end = reader.at
    reader.at = from + until[0].length - (until[1] ?? '').length + until.index
    const seconds = takeEnd(reader, place, from)
    reader.at = end
    return itemOf({ title: cleaned(typed, until.index), seconds })
  }
  const length = LENGTH_AT_END.exec(typed)
  if (!length) return null
  const inner = readerOf(length[1] ?? '')
  const seconds = takeDuration(inner)
  return seconds === null || inner.at < inner.text.length
    ? null
    : itemOf({ title: cleaned(typed, length.index), seconds })
}

function cleaned(typed: string, end: number): string {
  return typed.slice(0, end).replace(/\s+/g, ' ').trim()
}

/** "Warm up (10 min)", "Circuit (20 s plank, 10 s rest)". */
function readParentheses(
  reader: Reader,
  place: Place,
  depth: number,
  { title, each }: Pick<Head, 'title' | 'each'>
): OutlinePart {
  const from = reader.at
  reader.at++
  skipSpace(reader)
  const seconds = takeDuration(reader)
  skipSpace(reader)
  if (seconds !== null && reader.text[reader.at] === ')') {
    reader.at++
    return itemOf({ title, seconds, each })
  }
  reader.at = from
  return itemOf({ title, each, steps: readSteps(reader, place, depth) })
}

/** "until 7:30": the time that is left until then. */
function takeUntil(reader: Reader, place: Place): number | null {
  const from = reader.at
  return take(reader, UNTIL) ? takeEnd(reader, place, from) : null
}

function takeEnd(reader: Reader, { elapsed, from: start }: Place, from: number): number {
  const clock = take(reader, CLOCK)
  if (!clock) return unclear(reader, from, reader.at, 'Give the time after “until”, such as until 7:30.', 'until 7:30')
  if (elapsed === null) {
    return unclear(reader, from, reader.at, 'The parts before it take turns, so give a length instead.', '5 min')
  }
  const end = clockSeconds(clock, start === null ? 60 : 3600) - (start ?? 0)
  if (end > elapsed) return end - elapsed
  const before = start === null ? 'The parts before it already last that long.' : 'The parts before it end later.'
  return unclear(reader, from, reader.at, before, '5 min')
}

/** Reads "(…)": the steps of a repeat. */
function readSteps(reader: Reader, place: Place, depth: number): (Step | Repeat)[] {
  const open = reader.at
  const close = closeOf(reader)
  if (depth > DEEPEST) unclear(reader, open, close + 1, NESTED)
  reader.at++
  const steps: (Step | Repeat)[] = []
  let isUnclear = false
  while (true) {
    while (/[\s,;]/.test(reader.text[reader.at] ?? '')) reader.at++
    take(reader, BULLET)
    if (reader.at >= close) break
    try {
      steps.push(stepOf(reader, readItem(reader, { ...place, elapsed: null }, depth + 1), depth + 1))
      skipSpace(reader)
      if (!isAtEnd(reader)) refuseRest(reader, ', ')
    } catch (error) {
      if (!(error instanceof Unclear)) throw error
      isUnclear = true
      skipItem(reader, close)
    }
  }
  reader.at = close + 1
  if (isUnclear) throw new Unclear()
  if (steps.length === 0)
    unclear(reader, open, reader.at, 'Put something between the parentheses.', '(1 min work, 1 min rest)')
  const most = depth === 0 ? MOST_TIMERS : MOST_NESTED
  if (steps.length > most) unclear(reader, open, reader.at, `Use at most ${plural(most, 'step')} between parentheses.`)
  return steps
}

/** Returns the place of the closing parenthesis. */
function closeOf(reader: Reader): number {
  const { text, at, closes } = reader
  const close = closes.get(at)
  if (close !== undefined) return close
  const line = text.indexOf('\n', at)
  const stop = line < 0 ? text.length : line
  return unclear(reader, at, stop, 'This parenthesis isn’t closed.', `${text.slice(at, stop).trimEnd()})`)
}

/** Says what an item means as a step, where people have no turns and repeats are nested only twice. */
function stepOf(reader: Reader, item: Item, depth: number): Step | Repeat {
  const { title, seconds, each, times, steps, start, end } = item
  if (each) unclear(reader, start, end, 'Only a part can give each person a turn.', `${seconds} s ${title}`.trim())
  if (steps === null) return { title, seconds: seconds ?? 0 }
  if (seconds !== null) unclear(reader, start, end, 'A repeat inside another is as long as its steps.')
  const inner = steps.filter((step): step is Step => !isRepeat(step))
  if (depth === 1 && inner.length === steps.length) return { title, times, steps: inner }
  const isShort = times * steps.length <= MOST_WRITTEN_OUT
  const proposal = isShort ? Array.from({ length: times }, () => stepsText(steps)).join(', ') : null
  return unclear(reader, start, end, NESTED, proposal)
}

/** Gives up what stands behind a complete item. */
export function refuseRest(reader: Reader, link: string): never {
  const from = reader.at
  const line = reader.text.slice(from).search(/[\n,;]/)
  const to = line < 0 ? reader.text.length : from + line
  const rest = reader.text.slice(from, to).trim()
  if (rest.startsWith(')')) return unclear(reader, from, from + 1, 'This parenthesis was never opened.', '')
  return unclear(
    reader,
    from,
    from + Math.max(1, rest.length),
    'This doesn’t belong to the part before it.',
    `${link}${rest}`
  )
}

/** Moves to the end of an item that was given up: the next comma or line outside parentheses and quotation marks. */
export function skipItem(reader: Reader, close = reader.text.length): void {
  let depth = 0
  let isQuoted = false
  for (; reader.at < close; reader.at++) {
    const next = reader.text[reader.at]
    if (next === '"') isQuoted = !isQuoted
    if (next === '\n' && close === reader.text.length) return
    if (isQuoted) continue
    if (next === '(') depth++
    if (next === ')') depth = Math.max(0, depth - 1)
    if (depth === 0 && (isComma(reader) || next === ';' || next === '\n')) return
  }
}
