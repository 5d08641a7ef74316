import { plural } from '../../../domain/lib/duration.ts'
import { numberText } from '../../../domain/lib/numbers.ts'
import { ticksOf } from '../../../domain/lib/ticks.ts'
import { BarChart } from './BarChart.tsx'
import { Numbers } from './Numbers.tsx'

interface Props {
  /** The number of slices that the time is divided into. */
  count: number
  /** The slices in which someone logged something. */
  slices: readonly { slice: number; logs: number; people: number }[]
  /** Names the time of a slice. */
  textOf: (slice: number) => string
  /** The labels below the first and the last bar. */
  ends: readonly [string, string]
}

/** How often people logged, by slice of time. */
export function LogBars({ count, slices, textOf, ends }: Props) {
  const found = new Map(slices.map(one => [one.slice, one]))
  const all = Array.from({ length: count }, (_, slice) => found.get(slice) ?? { slice, logs: 0, people: 0 })
  // Logs are whole numbers, so the axis goes up to at least four.
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
        marks={ends.map((text, at) => ({ at, text }))}
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
