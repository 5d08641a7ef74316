import { type ReactNode, useState } from 'react'
import classes from './Chart.module.css'
import { type Mark, Plot } from './Plot.tsx'

/** From 0 (left, bottom) to 1. */
export interface Point {
  x: number
  y: number
}

interface Props {
  /** What is seen, in a sentence. */
  label: string
  ticks: readonly Mark[]
  marks: readonly Mark[]
  /** What is told of points, from left to right; the last one is told at first. */
  stops: readonly (Point & { text: string })[]
  /** What the slider does. */
  slider: string
  legend?: ReactNode
  /** Drawn on 100 by 100, from the upper left. */
  children: ReactNode
}

/** A chart over time. A slider below it goes from point to point, by keys and by touch, and tells each in words. */
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
  // From one point there is nowhere to go.
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
        {/* A line without a length is a dot, and stays round however the picture is stretched. */}
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
