/**
 * Writes plans as text, one item a line: the canonical form, which `read-text.ts` reads back to the same outline. A
 * title or note that would be read as something else stands in quotation marks.
 */
import type { Plan } from '../activities/plan.ts'
import { fromMiles, toMiles } from '../lib/distance.ts'
import { lengthText } from '../lib/duration.ts'
import {
  isRepeat,
  type Outline,
  type OutlineGoal,
  type OutlineGoals,
  type OutlineGroup,
  type OutlinePart,
  outlineOf,
  type Repeat,
  type Step
} from './outline.ts'
import { isPlainNote, isPlainTitle, isPlainUnit, quoted, UNTITLED_GOAL } from './words.ts'

/** Returns the plan as text. What text cannot say, such as alerts, is left out. */
export function planText(plan: Pick<Plan, 'parts' | 'tasks'>): string {
  return outlineText(outlineOf(plan))
}

export function outlineText({ groups, goals }: Outline): string {
  return [...groups.map(groupText), ...goals.map(goalsText)].join('\n\n')
}

/** Returns steps as they stand between the parentheses of a repeat. */
export function stepsText(steps: readonly (Step | Repeat)[]): string {
  return steps.map(stepText).join(', ')
}

function groupText({ title, sets, parts }: OutlineGroup, index: number): string {
  const isPlain = index === 0 && title === '' && sets === 1 && parts.length > 0
  const head = joined(['Group', sets > 1 ? `${sets} x` : '', titleText(title)])
  return [...(isPlain ? [] : [`${head}:`]), ...parts.map(partText)].join('\n')
}

function partText({ title, seconds, each, times, steps, note }: OutlinePart): string {
  const turns = steps === null && times > 1 ? `${times} x` : ''
  const head = joined([turns, seconds === null ? '' : lengthText(seconds), each ? 'each' : '', titleText(title)])
  const repeat = steps === null ? '' : `${times} x (${stepsText(steps)})`
  return joined([[head, repeat].filter(Boolean).join(': '), note && `- ${noteText(note)}`])
}

function stepText(step: Step | Repeat): string {
  if (!isRepeat(step)) return joined([lengthText(step.seconds), titleText(step.title)])
  const repeat = `${step.times} x (${stepsText(step.steps)})`
  return step.title === '' ? repeat : `${titleText(step.title)}: ${repeat}`
}

function goalsText({ title, goals }: OutlineGoals): string {
  return [`${joined(['Goals', titleText(title)])}:`, ...goals.map(goalText)].join('\n')
}

function goalText({ title, amount, unit, distance, seconds, note }: OutlineGoal): string {
  const others = [distance === null ? '' : distanceText(distance), seconds > 0 ? lengthText(seconds) : '']
  const isSimple = !others.some(Boolean) && amount === 1 && unit === ''
  const isOther = others.some(Boolean) && amount === null && unit === ''
  const measures = isSimple ? [] : [isOther ? '' : amountText(amount, unit), ...others].filter(Boolean)
  const head = title === UNTITLED_GOAL ? quoted(title) : titleText(title || UNTITLED_GOAL)
  return joined([measures.length > 0 ? `${head}: ${measures.join(' and ')}` : head, note && `- ${noteText(note)}`])
}

function amountText(amount: number | null, unit: string): string {
  const written = isPlainUnit(unit) ? unit : quoted(unit)
  if (amount === null) return unit === '' ? 'any amount' : `any amount of ${written}`
  return `${amount} ${unit === '' ? 'times' : written}`
}

/** Kilometres when they were chosen: they have at most three decimals (D-154). */
function distanceText(miles: number): string {
  const km = fromMiles(miles, 'km')
  return toMiles(km, 'km') === miles ? `${km} km` : `${miles} mi`
}

function titleText(title: string): string {
  return title === '' || isPlainTitle(title) ? title : quoted(title)
}

function noteText(note: string): string {
  return isPlainNote(note) ? note : quoted(note)
}

function joined(words: readonly string[]): string {
  return words.filter(Boolean).join(' ')
}
