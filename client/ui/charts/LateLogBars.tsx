import type { ComponentProps } from 'react'
import { late } from '../loading/late.tsx'
import type { LogBars } from './LogBars.tsx'
import classes from './over-time.module.css'

type Props = ComponentProps<typeof LogBars>

const Bars = late<Props>(async () => (await import('./LogBars.tsx')).LogBars)

/** The bars in a place of their own, which is kept until their code is there. */
export function LateLogBars(props: Props) {
  return (
    <section className={classes.room} aria-label="Everybody">
      <Bars {...props} />
    </section>
  )
}
