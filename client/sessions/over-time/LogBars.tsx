import { plural } from '../../../domain/lib/duration.ts'
import { numberText } from '../../../domain/lib/numbers.ts'
import { ticksOf } from '../../../domain/lib/ticks.ts'
import type { OverTime } from '../../../domain/sessions/api.ts'
import { BarChart } from '../../ui/charts/BarChart.tsx'
import { Numbers } from '../../ui/charts/Numbers.tsx'
import { useSliceTexts } from './slice-texts.ts'

/** How often all people logged, over the time of the session. */
export function LogBars({ overTime }: { overTime: OverTime }) {
  const textOf = useSliceTexts(overTime)
  const { slice_count, slices } = overTime
  const found = new Map(slices.map(one => [one.slice, one]))
  const all = Array.from({ length: slice_count }, (_, slice) => found.get(slice) ?? { slice, logs: 0, people: 0 })
  // Logs are counted whole, so at least four of them are drawn.
  const values = ticksOf(Math.max(4, ...slices.map(({ logs }) => logs)))
  const top = values.at(-1) ?? 1
  const busiest = all.reduce((most, one) => (one.logs > most.logs ? one : most))
  const words = (logs: number, people: number) =>
    logs === 0
      ? 'nothing logged'
      : `${plural(logs, 'log')} by ${people === 1 ? '1 person' : `${numberText(people)} people`}`
  return (
    <>
      <BarChart
        label={`Logs over time. The most came from ${textOf(busiest.slice)}: ${words(busiest.logs, busiest.people)}.`}
        ticks={values.map(value => ({ at: value / top, text: numberText(value) }))}
        marks={[
          { at: 0, text: textOf(0).split(' to ')[0] ?? '' },
          { at: 1, text: textOf(slice_count - 1).split(' to ')[1] ?? '' }
        ]}
        slider="Go through the time"
        bars={all.map(({ slice, logs, people }) => ({
          height: logs / top,
          text: `${textOf(slice)}: ${words(logs, people)}`
        }))}
      />
      <Numbers
        caption="Logs over time"
        heads={['When', 'Logs', 'People']}
        rows={slices.map(({ slice, logs, people }) => [textOf(slice), numberText(logs), numberText(people)])}
      />
    </>
  )
}
