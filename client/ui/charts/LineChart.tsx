import { useState } from 'react'
import classes from './LineChart.module.css'
import { type Mark, Plot } from './Plot.tsx'

/** From 0 (left, bottom) to 1. */
export interface Point {
  x: number
  y: number
}

export interface Line {
  name: string
  /** How it is drawn: `done` is what happened, the others are dashed, each in its own way. */
  look: 'done' | 'even' | 'needed' | 'forecast'
  points: readonly Point[]
}

interface Props {
  label: string
  lines: readonly Line[]
  ticks: readonly Mark[]
  marks: readonly Mark[]
  /** What is told of points, from left to right; the last one is told at first. */
  stops: readonly (Point & { text: string })[]
}

/** Lines over time. A slider below them goes from point to point, by keys and by touch, and tells each in words. */
export function LineChart({ label, lines, ticks, marks, stops }: Props) {
  const [chosen, setChosen] = useState<number | null>(null)
  const last = stops.length - 1
  const index = Math.min(chosen ?? last, last)
  const stop = stops[index]
  if (!stop) return null
  function choose(at: number): void {
    const distance = ({ x }: Point) => Math.abs(x - at)
    const nearest = stops.reduce((best, one) => (distance(one) < distance(best) ? one : best))
    setChosen(stops.indexOf(nearest))
  }
  const slider = (
    <input
      className={classes.slider}
      style={{ width: `${100 * (stops.at(-1)?.x ?? 1)}%` }}
      type="range"
      min={0}
      max={last}
      value={index}
      aria-label="Go through the days"
      aria-valuetext={stop.text}
      onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
    />
  )
  // The first line lies above the others.
  const drawn = lines.toReversed()
  return (
    <div>
      <p className={classes.told}>{stop.text}</p>
      <Plot label={label} ticks={ticks} marks={marks} onPoint={choose} foot={slider}>
        {drawn.map(({ look, points }) => (
          <g key={look} className={classes.line} data-look={look}>
            {look === 'done' && <polygon points={`${path(points)} ${x(points.at(-1))},100 ${x(points[0])},100`} />}
            <polyline points={path(points)} />
          </g>
        ))}
        <line className={classes.cursor} x1={x(stop)} x2={x(stop)} y1="0" y2="100" />
        {/* A line without a length is a dot, and stays round however the picture is stretched. */}
        <path className={classes.dot} d={`M${x(stop)},${y(stop)}h0`} />
      </Plot>
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
    </div>
  )
}

const x = (point: Point | undefined): number => round(100 * (point?.x ?? 0))
const y = (point: Point): number => round(100 - 100 * point.y)
const path = (points: readonly Point[]): string => points.map(point => `${x(point)},${y(point)}`).join(' ')

function round(value: number): number {
  return Math.round(value * 100) / 100
}
