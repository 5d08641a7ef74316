import { type ReactNode, useState } from 'react'
import classes from './Chart.module.css'
import { type Mark, Plot } from './Plot.tsx'

/** From 0 (left, bottom) to 1. */
export interface Point {
  x: number
  y: number
}

interface Props {
  /** Describes the picture in a sentence. */
  label: string
  ticks: readonly Mark[]
  marks: readonly Mark[]
  /** The points that the slider goes through, from left to right, each with its text. It starts at the last one. */
  stops: readonly (Point & { text: string })[]
  /** The label of the slider. */
  slider: string
  legend?: ReactNode
  /** SVG elements on 100 by 100 units, from the upper left. */
  children: ReactNode
}

/** A chart over time. A slider below it moves from point to point, by keys or by touch, and shows each point's text. */
export function Chart({ label, ticks, marks, stops, slider, legend, children }: Props) {
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
  // A single point needs no slider.
  const foot = last > 0 && (
    <input
      className={classes.slider}
      style={{ width: `${100 * (stops.at(-1)?.x ?? 1)}%` }}
      type="range"
      min={0}
      max={last}
      value={index}
      aria-label={slider}
      aria-valuetext={stop.text}
      onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
    />
  )
  return (
    <div>
      <p className={classes.told}>{stop.text}</p>
      <Plot label={label} ticks={ticks} marks={marks} onPoint={choose} foot={foot}>
        {children}
        <line className={classes.cursor} x1={across(stop)} x2={across(stop)} y1="0" y2="100" />
        {/* A line without a length is drawn as a dot, which stays round when the picture is stretched. */}
        <path className={classes.dot} d={`M${across(stop)},${down(stop)}h0`} />
      </Plot>
      {legend}
    </div>
  )
}

export const across = ({ x }: Point): number => round(100 * x)
export const down = ({ y }: Point): number => round(100 - 100 * y)

function round(value: number): number {
  return Math.round(value * 100) / 100
}
