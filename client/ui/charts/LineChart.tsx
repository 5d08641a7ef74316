import type { ComponentProps } from 'react'
import { across, Chart, down, type Point } from './Chart.tsx'
import classes from './LineChart.module.css'

export interface Line {
  name: string
  /** The style of the line: `done`, for what happened, is solid. The others are dashed, each in its own way. */
  look: 'done' | 'even' | 'needed' | 'forecast'
  points: readonly Point[]
}

type Props = Omit<ComponentProps<typeof Chart>, 'children' | 'legend'> & { lines: readonly Line[] }

/** Lines over time. The first line is drawn on top of the others. */
export function LineChart({ lines, ...props }: Props) {
  return (
    <Chart {...props} legend={<Legend lines={lines} />}>
      {lines.toReversed().map(({ look, points }) => (
        <g key={look} className={classes.line} data-look={look}>
          {look === 'done' && <polygon points={path([...points, ...ends(points)])} />}
          <polyline points={path(points)} />
        </g>
      ))}
    </Chart>
  )
}

function Legend({ lines }: Pick<Props, 'lines'>) {
  return (
    <ul className={classes.legend}>
      {lines.map(({ name, look }) => (
        <li key={look}>
          <svg viewBox="0 0 32 8" width="32" height="8" aria-hidden>
            <g className={classes.line} data-look={look}>
              <polyline points="0,4 32,4" />
            </g>
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

const path = (points: readonly Point[]): string => points.map(point => `${across(point)},${down(point)}`).join(' ')

/** The points on the axis below the last and the first point, which close the area under a line. */
function ends(points: readonly Point[]): Point[] {
  return [points.at(-1), points[0]].flatMap(point => (point ? [{ x: point.x, y: 0 }] : []))
}
