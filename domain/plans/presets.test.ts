import { describe, expect, test } from 'vitest'
import { uuidOf } from '../activities/example-plan.ts'
import { layOut } from '../activities/timeline.ts'
import { joinOutline } from './join.ts'
import { PRESETS } from './presets.ts'
import { readPlanText } from './read-text.ts'
import { outlineText } from './write-text.ts'

const usual = (name: string) => {
  const preset = PRESETS.find(one => one.name === name)
  return preset?.text(preset.fields.map(field => field.usual)) ?? ''
}

function seconds(text: string, people: number): number {
  let last = 0
  const plan = joinOutline({ parts: [], tasks: [], timers: [] }, readPlanText(text).outline, () => uuidOf(++last))
  return layOut(plan, null, 0, people).total
}

describe('a pattern', { tags: 'D-155' }, () => {
  test.each(PRESETS.map(preset => [preset.name, preset]))('%s is canonical text with any values', (_, preset) => {
    const most = preset.fields.map(field => (field.kind === 'count' ? 1000 : 7322))
    for (const values of [preset.fields.map(field => field.usual), preset.fields.map(() => 1), most]) {
      const { outline, problems } = readPlanText(preset.text(values))
      expect(problems).toEqual([])
      expect(readPlanText(outlineText(outline)).outline).toEqual(outline)
    }
  })

  test.each([
    ['Pomodoro', 4 * 30 * 60],
    ['Tabata', 4 * 60],
    ['EMOM', 15 * 60],
    ['40/20', 10 * 60],
    ['Mob rotation', 3 * (4 * 5 + 10) * 60],
    ['Meeting', (4 + 30 + 5) * 60]
  ])('%s lasts as long as its fields say, for four people', (name, length) => {
    expect(seconds(usual(name), 4)).toBe(length)
  })
})
