/** Reads durations in a plan text. */
import { MONTH } from '../lib/duration.ts'
import { type Reader, skipSpace, take, unclear } from './reader.ts'
import { BARE_MINUTES, CLOCK, meantUnit, NUMBER_AND_WORD, PIECE, unitSeconds } from './words.ts'

/** Reads "1 h 15 min", "1 h 15", "90 s", "1:30". Returns whole seconds. */
export function takeDuration(reader: Reader): number | null {
  const from = reader.at
  const clock = take(reader, CLOCK)
  if (clock) return atMost(reader, from, clockSeconds(clock, 60))
  let seconds = 0
  let last: number | null = null
  while (true) {
    const before = reader.at
    if (last !== null) skipSpace(reader)
    const piece = take(reader, PIECE)
    if (!piece) {
      reader.at = before
      break
    }
    last = unitSeconds(piece[2] ?? '')
    seconds += Number(piece[1]) * last
  }
  if (last === null) return null
  if (last === 3600) seconds += Number(take(reader, BARE_MINUTES)?.[1] ?? 0) * 60
  return atMost(reader, from, Math.round(seconds))
}

/** "7:30" is 7 units and 30 of the next smaller ones; "1:07:30" has hours. */
export function clockSeconds([, first, second, third]: readonly (string | undefined)[], unit: number): number {
  if (third !== undefined) return Number(first) * 3600 + Number(second) * 60 + Number(third)
  return Number(first) * unit + (Number(second) * unit) / 60
}

function atMost(reader: Reader, from: number, seconds: number): number {
  if (seconds <= MONTH) return seconds
  return unclear(reader, from, reader.at, 'A part lasts at most 30 days.', '30 d')
}

/** Gives up at a number that has no unit of time. */
export function refuseNumber(reader: Reader): void {
  const from = reader.at
  const match = take(reader, NUMBER_AND_WORD)
  if (!match) return
  const [all, number = '', last, space = '', word] = match
  const unit = word ? meantUnit(word) : null
  if (last !== undefined && /^(?:min|s|h|sec|m)/i.test(word ?? ''))
    unclear(reader, from, reader.at, 'Give one length instead of a range.', `${last}${space}${word}`)
  const amount = (last ?? number).replace(',', '.')
  if (unit) unclear(reader, from, reader.at, `“${word}” is no unit of time.`, `${amount} ${unit}`)
  const end = word ? from + all.length - space.length - word.length : reader.at
  unclear(reader, from, end, `Add a unit of time to ${number}, such as min or s.`, `${amount} min`)
}
