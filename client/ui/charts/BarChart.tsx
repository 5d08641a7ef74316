import type { ComponentProps } from 'react'
import classes from './BarChart.module.css'
import { Chart } from './Chart.tsx'

export interface Bar {
  /** From 0 to 1. */
  height: number
  /** Draws only the outline. */
  isHollow?: boolean
  text: string
}

type Props = Omit<ComponentProps<typeof Chart>, 'children' | 'stops'> & { bars: readonly Bar[] }

/** Bars of equal width, one for each slice of time. */
export function BarChart({ bars, ...props }: Props) {
  const width = 100 / Math.max(1, bars.length)
  const stops = bars.map(({ height, text }, index) => ({ x: ((index + 0.5) * width) / 100, y: height, text }))
  return (
    <Chart {...props} stops={stops}>
      {bars.map(({ height, isHollow }, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by their position
          key={index}
          className={classes.bar}
          data-hollow={isHollow || undefined}
          x={(index + 0.1) * width}
          width={width * 0.8}
          y={100 - 100 * height}
          height={100 * height}
        />
      ))}
    </Chart>
  )
}
