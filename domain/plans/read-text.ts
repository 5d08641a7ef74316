/**
 * Reads plan text (D-155): items between commas or on lines of their own. docs/plan-text.md has the grammar.
 *
 * The rule that surprises: an item that is not understood is left out of the outline, and listed with its place. So a
 * page can show what it understood while someone types. It may save nothing while `problems` has an entry.
 */
import { numberText } from '../lib/numbers.ts'
import type { Outline, OutlineGoals, OutlineGroup, OutlinePart } from './outline.ts'
import { readGoal } from './read-goal.ts'
import { type Place, readPart, refuseRest, skipItem } from './read-part.ts'
import { isAtEnd, type Problem, type Reader, readerOf, skipSpace, take, Unclear, unclear } from './reader.ts'
import { BULLET, FROM, GOALS, GROUP, HEADING, unquoted } from './words.ts'

export type { Problem } from './reader.ts'

export interface PlanReading {
  outline: Outline
  /** In the order of the text. Empty when all of it was understood. */
  problems: Problem[]
}

const MOST_ITEMS = 500
const MOST_GROUPS = 50
const MOST_TITLE = 255
const NO_HEADINGS = 'A plan has no headings. Lines below “Group A:” run at the same time as the lines before it.'

interface State extends Reader {
  outline: Outline
  /** The group that the next item belongs to. */
  group: OutlineGroup | null
  goals: OutlineGoals | null
  place: Place
  count: number
}

/** Returns the outline of what the text says, and the places that are not understood. */
export function readPlanText(text: string): PlanReading {
  const outline: Outline = { groups: [], goals: [] }
  const place = { elapsed: 0, from: null }
  const state: State = { ...readerOf(text), outline, group: null, goals: null, place, count: 0 }
  while (true) {
    while (/[\s,;]/.test(text[state.at] ?? '')) state.at++
    take(state, BULLET)
    if (state.at >= text.length) break
    const from = state.at
    try {
      const isOpen = readLine(state)
      skipSpace(state)
      if (!isOpen && (!isAtEnd(state) || text[state.at] === ')')) refuseRest(state, '- ')
    } catch (error) {
      if (!(error instanceof Unclear)) throw error
      skipItem(state)
    }
    if (state.at === from) state.at++
  }
  return { outline, problems: state.problems.toSorted((a, b) => a.offset - b.offset) }
}

/** Returns whether an item may follow without a comma. */
function readLine(state: State): boolean {
  const { outline } = state
  const from = state.at
  if (state.text[from] === ')') refuseRest(state, '')
  const isFirst = outline.groups.length === 0 && outline.goals.length === 0
  const start = isFirst ? take(state, FROM) : null
  if (start) {
    state.place.from = Number(start[1]) * 3600 + Number(start[2]) * 60
    return true
  }
  const goals = take(state, GOALS)
  if (goals) {
    limitGroups(state, from, outline.goals)
    state.goals = { title: titleOf(state, from, goals[1] ?? ''), goals: [] }
    outline.goals.push(state.goals)
    return true
  }
  const group = take(state, GROUP)
  if (group) {
    const sets = Number(group[1] ?? 1)
    if (sets < 1 || sets > 1000) unclear(state, from, state.at, 'A group can repeat 1 to 1,000 times.', 'Group:')
    addGroup(state, from, titleOf(state, from, group[2] ?? ''), sets)
    return false
  }
  const heading = take(state, HEADING)
  if (heading) unclear(state, from, state.at, NO_HEADINGS, state.goals ? `Goals ${heading[0].trim()}` : '')
  if (state.goals) {
    const goal = readGoal(state)
    countItem(state, from)
    state.goals.goals.push(goal)
    return false
  }
  const part = readPart(state, state.place)
  countItem(state, from)
  const owner = state.group ?? addGroup(state, from, '', 1)
  owner.parts.push(part)
  const length = part.each ? null : (part.seconds ?? stepsLength(part))
  state.place.elapsed = state.place.elapsed === null || length === null ? null : state.place.elapsed + length
  return false
}

function titleOf(state: State, from: number, typed: string): string {
  const text = typed.trim()
  const title = text.startsWith('"') ? unquoted(text) : text.replace(/\s+/g, ' ')
  if (title.length <= MOST_TITLE) return title
  return unclear(state, from, state.at, 'A title has at most 255 characters.', `${title.slice(0, MOST_TITLE).trim()}:`)
}

function addGroup(state: State, from: number, title: string, sets: number): OutlineGroup {
  limitGroups(state, from, state.outline.groups)
  const group = { title, sets, parts: [] }
  state.outline.groups.push(group)
  state.group = group
  state.goals = null
  state.place.elapsed = 0
  return group
}

function limitGroups(state: State, from: number, groups: readonly object[]): void {
  if (groups.length >= MOST_GROUPS) refuseAllFrom(state, from, `Use at most ${MOST_GROUPS} groups.`)
}

function countItem(state: State, from: number): void {
  state.count++
  if (state.count > MOST_ITEMS) refuseAllFrom(state, from, `Use at most ${numberText(MOST_ITEMS)} parts and goals.`)
}

/** Gives up the rest of the text, so that one press removes what is too much. */
function refuseAllFrom(state: State, from: number, message: string): never {
  state.at = state.text.length
  return unclear(state, from, state.at, message, '')
}

function stepsLength({ steps, times }: Pick<OutlinePart, 'steps' | 'times'>): number {
  let once = 0
  for (const step of steps ?? []) {
    once += 'steps' in step ? step.times * step.steps.reduce((sum, inner) => sum + inner.seconds, 0) : step.seconds
  }
  return once * times
}
