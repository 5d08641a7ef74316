/** Reads one goal of a plan text: "Drink water: 8 glasses", "100 push-ups", "5 km run". */

import { toMiles } from '../lib/distance.ts'
import { MAX_QUANTITY } from '../lib/fields.ts'
import type { OutlineGoal } from './outline.ts'
import { isColon, type Reader, skipSpace, take, unclear } from './reader.ts'
import { takeDuration } from './take-duration.ts'
import { takeNote, takeTitle } from './take-text.ts'
import { AMOUNT, ANY_AMOUNT, DISTANCE, PIECE, UNTITLED_GOAL } from './words.ts'

type Measures = Partial<Pick<OutlineGoal, 'amount' | 'unit' | 'distance' | 'seconds'>>

const NOTHING = { amount: null, unit: '', distance: null, seconds: 0 }
const AND = /[ \t]+and[ \t]+(?=\d|any amount)/iuy
const QUOTE = /[ \t]*"/y
const MOST_UNIT = 50

/** Reads a goal. It throws `Unclear` after noting a problem. */
export function readGoal(reader: Reader): OutlineGoal {
  const from = reader.at
  const goal = readAmountFirst(reader) ?? readTitleFirst(reader)
  const isQuoted = reader.text[from] === '"'
  if (goal.title === '' && !isQuoted) {
    unclear(reader, from, reader.at, 'Say what the goal is.', `${reader.text.slice(from, reader.at).trim()} practice`)
  }
  const title = goal.title === UNTITLED_GOAL && !isQuoted ? '' : goal.title
  return { ...goal, title, note: takeNote(reader) }
}

/** "100 push-ups", "8 glasses of water", "30 min reading", "5 km run". */
function readAmountFirst(reader: Reader): Omit<OutlineGoal, 'note'> | null {
  const from = reader.at
  if (!/\d/.test(reader.text[from] ?? '')) return null
  const { unit, ...measures } = readMeasure(reader, true)
  if (unit === undefined) {
    const { title } = takeTitle(reader, false, true)
    return { ...NOTHING, ...measures, title: capital(title.replace(/^of /i, '')) }
  }
  const [, own = unit, of = unit] = /^(.+?) of (.+)$/i.exec(unit) ?? []
  return { ...NOTHING, ...measures, unit: own, title: capital(of) }
}

function readTitleFirst(reader: Reader): Omit<OutlineGoal, 'note'> {
  const { title } = takeTitle(reader, false, true)
  if (!isColon(reader)) return { ...NOTHING, amount: 1, title }
  reader.at++
  let measures: Measures = {}
  do {
    skipSpace(reader)
    const from = reader.at
    const measure = readMeasure(reader, false)
    if (Object.keys(measure).some(key => Object.hasOwn(measures, key))) {
      unclear(reader, from, reader.at, 'A goal has one amount, one distance and one length of time.')
    }
    measures = { ...measures, ...measure }
  } while (take(reader, AND))
  return { ...NOTHING, ...measures, title }
}

/** @param isTitle whether the words behind a number are the title too */
function readMeasure(reader: Reader, isTitle: boolean): Measures {
  const from = reader.at
  if (take(reader, ANY_AMOUNT)) return { amount: null, unit: takeUnit(reader).unit }
  const distance = take(reader, DISTANCE)
  if (distance) return { distance: milesOf(reader, from, numberOf(distance[1]), distance[2] ?? '') }
  PIECE.lastIndex = from
  const piece = PIECE.exec(reader.text)
  if (piece?.[2]?.toLowerCase() === 'm') {
    unclear(reader, from, from + piece[0].length, 'Write min for minutes, or km for a distance.', `${piece[1]} min`)
  }
  const seconds = takeDuration(reader)
  if (seconds !== null) return { seconds }
  const number = take(reader, AMOUNT)
  if (!number) {
    takeTitle(reader, false)
    return unclear(reader, from, reader.at, 'Give an amount after the colon, such as 8 glasses or 5 km.', '1 times')
  }
  const amount = numberOf(number[1])
  if (amount > MAX_QUANTITY) unclear(reader, from, reader.at, 'This amount is too large.', String(MAX_QUANTITY))
  const { unit, isQuoted } = takeUnit(reader)
  const [, count, rest = ''] = (!isQuoted && /^[x×*]\s*(\d+)\s*(.*)$/.exec(unit)) || []
  if (count) unclear(reader, from, reader.at, 'Write the total amount.', `${amount * Number(count)} ${rest}`.trim())
  if (isTitle || isQuoted || unit.toLowerCase() !== 'times') return { amount, unit }
  return { amount, unit: '' }
}

function numberOf(typed = ''): number {
  return Number(typed.replaceAll(',', ''))
}

function takeUnit(reader: Reader): { unit: string; isQuoted: boolean } {
  const from = reader.at
  const words: Reader = { ...reader, text: reader.text.slice(0, endOfUnit(reader)) }
  const { title, isQuoted } = takeTitle(words, false)
  reader.at = words.at
  return { unit: short(reader, title, from), isQuoted }
}

/** Returns the place of the next measure or line. */
function endOfUnit({ text, at }: Reader): number {
  QUOTE.lastIndex = at
  if (QUOTE.test(text)) return text.length
  const line = text.indexOf('\n', at)
  const end = line < 0 ? text.length : line
  const and = text.slice(at, end).search(/(?<![ \t])[ \t]+and[ \t]+(?=\d|any amount)/i)
  return and < 0 ? end : at + and
}

function short(reader: Reader, unit: string, from: number): string {
  if (unit.length <= MOST_UNIT) return unit
  return unclear(reader, from, reader.at, 'A unit has at most 50 characters.', ` ${unit.slice(0, MOST_UNIT).trim()}`)
}

function milesOf(reader: Reader, from: number, number: number, unit: string): number {
  const letters = unit.toLowerCase()
  const miles = letters.startsWith('mi') ? number : toMiles(letters.startsWith('k') ? number : number / 1000, 'km')
  if (miles > MAX_QUANTITY) unclear(reader, from, reader.at, 'This distance is too large.', '1000 km')
  return miles
}

function capital(title: string): string {
  return title.slice(0, 1).toUpperCase() + title.slice(1)
}
