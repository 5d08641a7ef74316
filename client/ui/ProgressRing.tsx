import type { ReactNode } from 'react'
import classes from './ProgressRing.module.css'

interface Props {
  /** From 0 to 1. Higher values draw a full ring. */
  ratio: number
  /** The progress in words, for screen readers: "8 of 12 books". */
  label: string
  children?: ReactNode
}

const RADIUS = 21

/** A ring that fills up, with something in its middle. */
export function ProgressRing({ ratio, label, children }: Props) {
  const filled = Math.min(1, Math.max(0, ratio))
  return (
    <div
      className={classes.ring}
      role="progressbar"
      data-ring
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(filled * 100)}
      aria-valuetext={label}
    >
      <svg viewBox="0 0 50 50" aria-hidden focusable="false">
        <circle className={classes.track} cx="25" cy="25" r={RADIUS} />
        {filled > 0 && (
          <circle
            className={classes.filled}
            cx="25"
            cy="25"
            r={RADIUS}
            pathLength={100}
            strokeDasharray={`${filled * 100} 100`}
          />
        )}
      </svg>
      <span className={classes.middle} aria-hidden>
        {children}
      </span>
    </div>
  )
}
