import type { PointerEvent, ReactNode } from 'react'
import classes from './Plot.module.css'

export interface Mark {
  /** From 0 (left, bottom) to 1. */
  at: number
  text: string
}

interface Props {
  /** Describes the picture in a sentence. */
  label: string
  /** Labels up the side, the lowest first. */
  ticks: readonly Mark[]
  /** Labels along the bottom, from left to right. */
  marks: readonly Mark[]
  /** Called with the position of the pointer, from 0 to 1. */
  onPoint?: (at: number) => void
  /** Shown below the marks, as wide as the picture. */
  foot?: ReactNode
  /** SVG elements on 100 by 100 units, from the upper left. */
  children: ReactNode
}

/** The frame of a chart. It needs no measuring, because the lines stretch with the picture and the text does not. */
export function Plot({ label, ticks, marks, onPoint, foot, children }: Props) {
  function point({ currentTarget, clientX }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (width > 0) onPoint?.((clientX - left) / width)
  }
  return (
    <div className={classes.plot}>
      <div className={classes.ticks} aria-hidden>
        {ticks.map(({ at, text }) => (
          <span key={text} style={{ bottom: `${at * 100}%` }}>
            {text}
          </span>
        ))}
      </div>
      <svg
        className={classes.picture}
        role="img"
        aria-label={label}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        onPointerMove={point}
        onPointerDown={point}
      >
        {ticks.map(({ at, text }) => (
          <line key={text} className={classes.grid} x1="0" x2="100" y1={100 - at * 100} y2={100 - at * 100} />
        ))}
        {children}
      </svg>
      <div className={classes.marks} aria-hidden>
        {marks.map(({ at, text }) => (
          <span key={text} style={{ left: `${at * 100}%`, translate: `${-at * 100}%` }}>
            {text}
          </span>
        ))}
      </div>
      <div className={classes.foot}>{foot}</div>
    </div>
  )
}
