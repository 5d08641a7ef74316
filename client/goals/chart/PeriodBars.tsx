import type { Goal, GoalHistory } from '../../../domain/goals/api.ts'
import { ringTarget } from '../../../domain/goals/completions.ts'
import { limitOf } from '../../../domain/goals/limit.ts'
import { fromMiles } from '../../../domain/lib/distance.ts'
import { plural } from '../../../domain/lib/duration.ts'
import { ticksOf } from '../../../domain/lib/ticks.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { BarChart } from '../../ui/charts/BarChart.tsx'
import classes from './PeriodBars.module.css'
import { tickText, useShortDay } from './texts.ts'

type Period = GoalHistory['periods'][number]

interface Props {
  goal: Goal
  /** The newest first. */
  periods: readonly Period[]
  /** Describes a period in words. */
  textOf: (period: Period) => string
}

/** A bar for each period, from old to new: filled if it met the target, an outline if not. */
export function PeriodBars({ goal, periods, textOf }: Props) {
  const shortDay = useShortDay()
  const limit = limitOf(goal)
  const whole = limit ? { kind: limit.kind, target: limit.limit } : ringTarget(goal)
  const kind = whole?.kind ?? 'logs'
  const distances = useDistanceUnit()
  const shownAs = (value: number) => (kind === 'distance' ? fromMiles(value, distances) : value)
  const highest = Math.max(whole?.target || 1, ...periods.map(period => period[kind]))
  const values = ticksOf(shownAs(highest), kind === 'duration')
  const top = values.at(-1) ?? 1
  const shown = periods.toReversed()
  const met = periods.filter(({ is_met }) => is_met).length
  return (
    <BarChart
      label={`${plural(met, 'period')} met of ${periods.length}.`}
      ticks={values.map(value => ({ at: value / top, text: tickText(value, kind) }))}
      marks={[shown[0], ...(shown.length > 1 ? shown.slice(-1) : [])].flatMap((period, at) =>
        period ? [{ at, text: shortDay(period.from) }] : []
      )}
      slider="Go through the periods"
      bars={shown.map(period => ({
        height: shownAs(period[kind]) / top,
        isHollow: !period.is_met,
        text: textOf(period)
      }))}
      legend={
        <p className={classes.legend}>
          Filled bars were met, outlined ones weren’t.
          {whole && !limit && ` The goal is ${tickText(shownAs(whole.target), kind)} each time.`}
          {limit &&
            (limit.limit ? ` The limit is ${tickText(shownAs(limit.limit), kind)} each time.` : ' The goal is none.')}
        </p>
      }
    />
  )
}
