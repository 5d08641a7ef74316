import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import type { ReactNode } from 'react'
import type { Unit, Week } from '../../domain/programmes/programme.ts'
import { measureOf } from '../../domain/programmes/unit-plan.ts'
import classes from './Weeks.module.css'

interface Props {
  weeks: readonly Week[]
  /** Shows this week only as open; the others fold. All are open without it. */
  current?: number | undefined
  /** Beside the title of a week. */
  note?: (week: number) => ReactNode
  /** In front of a unit. */
  before?: (week: number, unit: number) => ReactNode
  /** Below a unit. */
  after?: (week: number, unit: number) => ReactNode
  /** At the end of a week. */
  end?: (week: number) => ReactNode
}

/** The weeks of a programme with their units. */
export function Weeks({ weeks, current, note, before, after, end }: Props) {
  return (
    <ol className={classes.weeks}>
      {weeks.map((week, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: weeks have no names, and never move
        <li key={at} aria-current={at === current ? 'step' : undefined}>
          <details open={current === undefined || at === current}>
            <summary>
              <strong>Week {at + 1}</strong>
              {week.title && <span>{week.title}</span>}
              {note?.(at)}
              <IconChevronDown size={18} aria-hidden />
            </summary>
            {week.text && <p className={classes.note}>{week.text}</p>}
            <ul className={classes.units}>
              {week.units.map((unit, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: units have no names, and never move
                <li key={index}>
                  {before?.(at, index)}
                  <div className={classes.body}>
                    <UnitWords unit={unit} />
                    {after?.(at, index)}
                  </div>
                </li>
              ))}
            </ul>
            {end?.(at)}
          </details>
        </li>
      ))}
    </ol>
  )
}

/** A unit in words: its title, its length or amount, its plan and its text. */
function UnitWords({ unit }: { unit: Unit }) {
  const measure = measureOf(unit)
  return (
    <div className={classes.unit}>
      <span>
        <span className={classes.title}>{unit.title}</span>{' '}
        {measure && <span className={classes.measure}>{measure}</span>}
      </span>
      {unit.plan && unit.plan !== unit.title && <span className={classes.plan}>{unit.plan}</span>}
      {unit.text && <span className={classes.plan}>{unit.text}</span>}
    </div>
  )
}
