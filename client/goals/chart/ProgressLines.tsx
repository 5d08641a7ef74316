import { addDays, type Day, daysBetween } from '../../../domain/days/day.ts'
import type { Goal } from '../../../domain/goals/api.ts'
import { type ChartPoint, type GoalChart, valueAt } from '../../../domain/goals/chart.ts'
import { amountText, distanceText, shortDuration } from '../../../domain/lib/duration.ts'
import { numberText } from '../../../domain/lib/numbers.ts'
import { ticksOf } from '../../../domain/lib/ticks.ts'
import { dayText } from '../../days/texts.ts'
import { type Line, LineChart } from '../../ui/charts/LineChart.tsx'
import { Numbers } from '../../ui/charts/Numbers.tsx'

const SHORT = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** What was done over time, beside the line that reaches the goal on its last day. */
export function ProgressLines({ goal, chart }: { goal: Goal; chart: GoalChart }) {
  const { from, to, done, even, needed, forecast, target, kind } = chart
  const highest = [...done, ...(forecast ?? [])].reduce((most, { value }) => Math.max(most, value), target ?? 0)
  const values = ticksOf(highest, kind === 'duration')
  const top = values.at(-1) ?? 1
  const at = (day: Day) => daysBetween(from, day) / daysBetween(from, to)
  const point = ({ day, value }: ChartPoint) => ({ x: at(day), y: value / top })
  const words = (value: number) => textOf(value, kind, goal.unit)
  const line = (look: Line['look'], name: string, points: readonly ChartPoint[] | null): Line[] =>
    points ? [{ look, name, points: points.map(point) }] : []
  const told = ({ day, value }: ChartPoint) =>
    [
      `${dayText(day)}: ${target ? `${tickText(value, kind)} of ${words(target)}` : words(value)}.`,
      even ? `Evenly it would be ${tickText(valueAt(even, day), kind)}.` : ''
    ].join(' ')
  // Before the first day there is nothing to tell.
  const days = done.slice(1)
  return (
    <>
      <LineChart
        label={`Progress over time. ${days.slice(-1).map(told).join('')}`}
        lines={[
          ...line('done', 'Done', done),
          ...line('even', 'Evenly to the goal', even),
          ...line('needed', 'Needed from now on', needed),
          ...line('forecast', 'At the pace so far', forecast)
        ]}
        ticks={values.map(value => ({
          at: value / top,
          text: kind === 'duration' ? shortDuration(value) : numberText(value)
        }))}
        marks={[
          { at: 0, text: shortText(addDays(from, 1)) },
          { at: 1, text: shortText(to) }
        ]}
        slider="Go through the days"
        stops={days.map(one => ({ ...point(one), text: told(one) }))}
      />
      <Numbers
        caption="Progress over time"
        heads={['Until the end of', 'Done', ...(even ? ['Evenly'] : [])]}
        rows={days
          .toReversed()
          .map(({ day, value }) => [dayText(day), words(value), ...(even ? [words(valueAt(even, day))] : [])])}
      />
    </>
  )
}

function shortText(day: Day): string {
  return SHORT.format(Date.parse(day))
}

/** Without the unit. */
function tickText(value: number, kind: GoalChart['kind']): string {
  return kind === 'duration' ? shortDuration(value) : numberText(Math.round(value * 10) / 10)
}

function textOf(value: number, kind: GoalChart['kind'], unit: string): string {
  if (kind === 'duration') return shortDuration(value)
  const rounded = Math.round(value * 10) / 10
  return kind === 'distance' ? distanceText(rounded) : amountText(rounded, unit)
}
