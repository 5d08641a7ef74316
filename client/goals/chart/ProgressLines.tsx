import type { Goal } from '../../../domain/goals/api.ts'
import { type ChartPoint, type GoalChart, valueAt } from '../../../domain/goals/chart.ts'
import { addDays, type Day, daysBetween } from '../../../domain/lib/day.ts'
import { type DistanceUnit, distanceText, fromMiles, toMiles } from '../../../domain/lib/distance.ts'
import { amountText, shortDuration } from '../../../domain/lib/duration.ts'
import { ticksOf } from '../../../domain/lib/ticks.ts'
import { useDayText } from '../../lib/dates/date-texts.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { type Line, LineChart } from '../../ui/charts/LineChart.tsx'
import { Numbers } from '../../ui/charts/Numbers.tsx'
import { tickText, useShortDay } from './texts.ts'

/** The progress over time, compared with the line that reaches the goal on its last day. */
export function ProgressLines({ goal, chart }: { goal: Goal; chart: GoalChart }) {
  const [dayText, shortDay] = [useDayText(), useShortDay()]
  const { from, to, done, even, needed, forecast, target, kind } = chart
  const highest = [...done, ...(forecast ?? [])].reduce((most, { value }) => Math.max(most, value), target ?? 0)
  const distances = useDistanceUnit()
  const shown = (value: number) => (kind === 'distance' ? fromMiles(value, distances) : value)
  const values = ticksOf(shown(highest), kind === 'duration')
  const top = values.at(-1) ?? 1
  const at = (day: Day) => daysBetween(from, day) / daysBetween(from, to)
  const point = ({ day, value }: ChartPoint) => ({ x: at(day), y: shown(value) / top })
  const words = (value: number) => textOf(value, kind, goal.unit, distances)
  const bare = (value: number) => tickText(Math.round(shown(value) * 10) / 10, kind)
  const line = (look: Line['look'], name: string, points: readonly ChartPoint[] | null): Line[] =>
    points ? [{ look, name, points: points.map(point) }] : []
  const describe = ({ day, value }: ChartPoint) =>
    [
      `${dayText(day)}: ${target ? `${bare(value)} of ${words(target)}` : words(value)}.`,
      even ? `On a steady pace: ${bare(valueAt(even, day))}.` : ''
    ].join(' ')
  // The first point is the start at zero, which needs no description.
  const days = done.slice(1)
  return (
    <>
      <LineChart
        label={`Progress over time. ${days.slice(-1).map(describe).join('')}`}
        lines={[
          ...line('done', 'Done', done),
          ...line('even', 'Steady pace', even),
          ...line('needed', 'Pace you need', needed),
          ...line('forecast', 'Your pace', forecast)
        ]}
        ticks={values.map(value => ({ at: value / top, text: tickText(value, kind) }))}
        marks={[
          { at: 0, text: shortDay(addDays(from, 1)) },
          { at: 1, text: shortDay(to) }
        ]}
        slider="Go through the days"
        stops={days.map(one => ({ ...point(one), text: describe(one) }))}
      />
      <Numbers
        caption="Progress over time"
        heads={['Until the end of', 'Done', ...(even ? ['Steady pace'] : [])]}
        rows={days
          .toReversed()
          .map(({ day, value }) => [dayText(day), words(value), ...(even ? [words(valueAt(even, day))] : [])])}
      />
    </>
  )
}

function textOf(value: number, kind: GoalChart['kind'], unit: string, distances: DistanceUnit): string {
  if (kind === 'duration') return shortDuration(value)
  const rounded = (number: number) => Math.round(number * 10) / 10
  return kind === 'distance'
    ? distanceText(toMiles(rounded(fromMiles(value, distances)), distances), distances)
    : amountText(rounded(value), unit)
}
