/**
 * Ready-made patterns with three fields each, written as plan text. Lengths are whole seconds, counts whole numbers.
 */
import { lengthText } from '../lib/duration.ts'

export interface PresetField {
  label: string
  kind: 'length' | 'count'
  /** The usual value. */
  usual: number
}

export interface Preset {
  name: string
  about: string
  fields: readonly [PresetField, PresetField, PresetField]
  /** Returns the plan as text. @param values one for each field */
  text: (values: readonly number[]) => string
}

const length = (label: string, usual: number): PresetField => ({ label, kind: 'length', usual })
const count = (label: string, usual: number): PresetField => ({ label, kind: 'count', usual })

/** Lets a pattern use its values by name, written as plan text writes them. */
function pattern(
  name: string,
  about: string,
  fields: Preset['fields'],
  write: (a: string, b: string, c: string) => string
): Preset {
  const written = (values: readonly number[], at: number): string => {
    const value = values[at] ?? fields[at]?.usual ?? 0
    return fields[at]?.kind === 'count' ? String(value) : lengthText(value)
  }
  return { name, about, fields, text: values => write(written(values, 0), written(values, 1), written(values, 2)) }
}

export const PRESETS: readonly Preset[] = [
  pattern(
    'Pomodoro',
    'Focus in turns with short breaks.',
    [length('Focus', 1500), length('Break', 300), count('Rounds', 4)],
    (focus, rest, rounds) => `Group ${rounds} x Pomodoro:\n${focus} Focus\n${rest} Break`
  ),
  pattern(
    'Tabata',
    'Short and hard, with shorter rests.',
    [length('Work', 20), length('Rest', 10), count('Rounds', 8)],
    (work, rest, rounds) => `Tabata: ${rounds} x (${work} Work, ${rest} Rest)`
  ),
  pattern(
    'EMOM',
    'A task at the start of every minute.',
    [length('Warm up', 300), length('Every', 60), count('Rounds', 10)],
    (warmUp, every, rounds) => `${warmUp} Warm up\nEMOM: ${rounds} x (${every} Go)`
  ),
  pattern(
    '40/20',
    'Stations of 40 seconds with 20 to change.',
    [length('Work', 40), length('Change', 20), count('Stations', 10)],
    (work, change, stations) => `Stations: ${stations} x (${work} Work, ${change} Change)`
  ),
  pattern(
    'Mob rotation',
    'Everyone drives once, then all take a break.',
    [length('Turn', 300), length('Break', 600), count('Rounds', 3)],
    (turn, rest, rounds) => `Group ${rounds} x Mob:\n${turn} each Drive\n${rest} Break`
  ),
  pattern(
    'Meeting',
    'Everyone says hello, then topics, then what follows.',
    [length('Check-in each', 60), length('Topics', 1800), length('Wrap-up', 300)],
    (each, topics, wrapUp) => `${each} each Check-in\n${topics} Topics\n${wrapUp} Wrap-up`
  )
]
