/**
 * Reads the text of a programme, one week or unit a line. docs/programme-text.md has the grammar.
 *
 * The rule that surprises: a line that is not understood is left out and listed with its place, so that a page can show
 * a preview while someone types. Nothing may be saved while `problems` has an entry.
 */
import { cutText } from '../lib/plain-text.ts'
import type { Outline } from '../plans/outline.ts'
import { type Problem, readPlanText } from '../plans/read-text.ts'
import { LONGEST_NOTE, LONGEST_TITLE, MOST_UNITS, MOST_WEEKS, type Unit, type Week } from './programme.ts'

export interface ProgrammeReading {
  weeks: Week[]
  /** In the order of the text. Empty when all of it was understood. */
  problems: Problem[]
}

interface State extends ProgrammeReading {
  /** The weeks that the next line belongs to; several after "Weeks 2-3". */
  open: Week[]
  /** The units that a note below belongs to. */
  last: { text: string }[]
}

/** A line of the text without spaces around it, and where it begins. */
interface Line {
  text: string
  at: number
}

const WEEK = /^weeks?(?:\s+(\d{1,3})(?:\s*(?:-|–|to)\s*(\d{1,3}))?)?\s*(?:$|[:.]\s*(.*)$)/i
const NOTE = /^>\s*(.*)$/
const BULLET = /^(?:[-*•–]\s+|\d{1,3}[.)]\s+)/
const TIMES = /^(\d{1,3})\s*[x×]\s+(?=\p{L})/iu
const NOT_READ =
  'Write a plan such as “10 min walk, 5 min run” after the colon, an amount such as “20 pages”, or a note after a dash.'
/** Tried from the first blank of a run only, because a line may have thousands of them. */
const DASH = /(?<!\s)\s+[-–—]\s+/

/** Returns the weeks that the text says, and the places that are not understood. */
export function readProgramme(text: string): ProgrammeReading {
  const state: State = { weeks: [], problems: [], open: [], last: [] }
  let at = 0
  for (const line of text.split('\n')) {
    const typed = line.trim()
    if (typed) readLine(state, { text: typed, at: at + line.indexOf(typed) })
    at += line.length + 1
  }
  if (state.weeks.length > 0 && state.problems.length === 0) checkUnits(state, text)
  return { weeks: state.weeks, problems: state.problems }
}

/** Why a line is not understood, and what to write instead of it. */
interface Complaint {
  message: string
  proposal: string | null
}

const complaint = (message: string, proposal: string | null = null): Complaint => ({ message, proposal })

function readLine(state: State, line: Line): void {
  const note = NOTE.exec(line.text)
  const week = note ? null : WEEK.exec(line.text)
  const wrong = note ? addNote(state, note[1] ?? '') : week ? addWeeks(state, line, week) : addUnits(state, line)
  if (wrong) mark(state, line, wrong)
}

function addNote(state: State, note: string): Complaint | null {
  if (state.last.length === 0) return complaint('Write a note below its week or unit.')
  for (const one of state.last) one.text = [one.text, note].filter(Boolean).join('\n')
  const isLong = state.last.some(({ text }) => text.length > LONGEST_NOTE)
  return isLong ? complaint(`A note has at most ${LONGEST_NOTE} characters.`) : null
}

function addWeeks(state: State, line: Line, [, first, last, title = '']: RegExpExecArray): Complaint | null {
  const next = state.weeks.length + 1
  const from = Number(first ?? next)
  const to = Number(last ?? from)
  if (from !== next) return complaint(`This is week ${next}.`, line.text.replace(/\d+/, String(next)))
  if (to < from) return complaint(`Give the first and the last week, such as “Weeks ${from}-${from + 1}”.`)
  if (to > MOST_WEEKS) return complaint(`A programme has at most ${MOST_WEEKS} weeks.`)
  if (title.length > LONGEST_TITLE) return tooLong(line, title)
  state.open = Array.from({ length: to - from + 1 }, () => ({ title, text: '', units: [] }))
  state.last = state.open
  state.weeks.push(...state.open)
  return null
}

function addUnits(state: State, line: Line): Complaint | null {
  const bullet = BULLET.exec(line.text)?.[0] ?? ''
  const [counted = '', count = '1'] = TIMES.exec(line.text.slice(bullet.length)) ?? []
  const times = Number(count)
  const before = bullet.length + counted.length
  const unit = readUnit(state, { text: line.text.slice(before), at: line.at + before })
  if (!unit) return null
  if (state.open.length === 0) {
    state.open = [{ title: '', text: '', units: [] }]
    state.weeks.push(...state.open)
  }
  const already = state.open[0]?.units.length ?? 0
  if (times < 1 || already + times > MOST_UNITS) {
    return complaint(`A week has at most ${MOST_UNITS} units, one for each day.`)
  }
  state.last = state.open.flatMap(week => {
    const units = Array.from({ length: times }, (_, index) => ({
      ...unit,
      title: times === 1 ? unit.title : `${unit.title} ${index + 1}`
    }))
    week.units.push(...units)
    return units
  })
  return null
}

/** Returns null after marking what is not understood. */
function readUnit(state: State, line: Line): Unit | null {
  const colon = line.text.indexOf(':')
  const isTitled = colon > 0 && /\s/.test(line.text[colon + 1] ?? ' ')
  if (!isTitled || DASH.test(line.text.slice(0, colon))) return readUntitled(state, line)
  const title = line.text.slice(0, colon).trim()
  const rest = line.text.slice(colon + 1).trim()
  if (title.length > LONGEST_TITLE) {
    return mark(state, line, tooLong(line, title))
  }
  if (rest === '') return { title, text: '', plan: null, amount: null }
  return readRest(state, title, rest, line)
}

/** "Rest - take a walk", or a plan without a title such as "20 min easy run". */
function readUntitled(state: State, line: Line): Unit | null {
  const [title = '', ...notes] = line.text.split(DASH)
  if (title.length > LONGEST_TITLE) {
    return mark(state, line, tooLong(line, title))
  }
  const isPlan = /^\d/.test(title) && hasParts(readPlanText(title))
  return { title, text: notes.join(' – '), plan: isPlan ? title : null, amount: null }
}

/** A plan, or an amount with a note. */
function readRest(state: State, title: string, rest: string, line: Line): Unit | null {
  const plan = readPlanText(rest)
  if (hasParts(plan)) return { title, text: '', plan: rest, amount: null }
  const [amount = '', ...notes] = rest.split(DASH)
  const goal = readPlanText(`Goals:\nGoal: ${amount}`)
  const isOne = goal.problems.length === 0 && goal.outline.goals[0]?.goals.length === 1
  if (isOne) return { title, text: notes.join(' – '), plan: null, amount }
  const at = line.at + line.text.length - rest.length
  const problems = /\d/.test(rest) ? plan.problems : []
  for (const one of problems) state.problems.push({ ...one, offset: one.offset + at })
  if (problems.length === 0) mark(state, line, complaint(NOT_READ, `${title} - ${rest}`))
  return null
}

function hasParts({ outline, problems }: { outline: Outline; problems: readonly Problem[] }): boolean {
  return problems.length === 0 && outline.groups.length > 0 && outline.goals.length === 0
}

/** A week without units would open and ask for nothing. */
function checkUnits(state: State, text: string): void {
  const empty = state.weeks.findIndex(({ units }) => units.length === 0)
  if (empty < 0) return
  const at = Math.max(0, text.trimEnd().length - 1)
  state.problems.push({ offset: at, length: 1, message: `Week ${empty + 1} has no units.`, proposal: null })
}

function mark(state: State, line: Line, wrong: Complaint): null {
  state.problems.push({ offset: line.at, length: line.text.length, ...wrong })
  return null
}

function tooLong(line: Line, title: string): Complaint {
  return complaint(
    `A title has at most ${LONGEST_TITLE} characters.`,
    line.text.replace(title, cutText(title, LONGEST_TITLE))
  )
}
