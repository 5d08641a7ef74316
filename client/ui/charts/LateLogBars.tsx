import type { ComponentProps } from 'react'
import { late } from '../loading/late.tsx'
import type { LogBars } from './LogBars.tsx'
import classes from './over-time.module.css'

type Props = ComponentProps<typeof LogBars>

const Bars = late<Props>(async () => (await import('./LogBars.tsx')).LogBars)

/** Loads `LogBars` on demand, and reserves its place until the code has loaded. */
export function LateLogBars(props: Props) {
  return (
    <section className={classes.room} aria-label="Everyone">
      <Bars {...props} />
    </section>
  )
}
