import { ActionIcon } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { Link } from 'react-router'
import type { NextUnit, ProgrammeOfToday } from '../../domain/programmes/api.ts'
import { measureOf } from '../../domain/programmes/unit-plan.ts'
import { dayTexts } from '../lib/dates/date-texts.ts'
import { ProgrammeRing } from './ProgrammeRing.tsx'
import { tickUnit, useTickedToday } from './programmes.ts'
import { progressText } from './progress-text.ts'
import classes from './UnitsOfToday.module.css'

const useDayText = dayTexts({ weekday: 'long', month: 'short', day: 'numeric' })

interface Props {
  units: readonly ProgrammeOfToday[]
  /** Of programmes that ask for nothing today. */
  next: readonly NextUnit[]
}

/** The units of programmes that the day asks for, with one button each (D-143), and the next units of the others. */
export function UnitsOfToday({ units, next }: Props) {
  const dayText = useDayText()
  return (
    <>
      {units.length > 0 && (
        <ul className={classes.units} aria-label="Units of today">
          {units.map(one => (
            <UnitRow key={one.id} one={one} />
          ))}
        </ul>
      )}
      {next.length > 0 && (
        <ul className={classes.units} aria-label="Next units">
          {next.map(one => (
            <li key={one.path} className={classes.row}>
              <ProgrammeRing of={one}>{null}</ProgrammeRing>
              <Link to={one.path} className={classes.words}>
                <strong>{one.title}</strong>
                <span>
                  {one.unit_title} on {dayText(one.day)} · {progressText(one)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function UnitRow({ one: stored }: { one: ProgrammeOfToday }) {
  const one = useTickedToday(stored)
  const { unit, title, path, is_done } = one
  const words = progressText(one)
  return (
    <li className={classes.row} data-met={is_done === 1 || undefined}>
      <ProgrammeRing of={one}>{is_done ? <IconCheck size={26} stroke={2.5} /> : null}</ProgrammeRing>
      <Link to={path} className={classes.words}>
        <strong>
          {unit.title} {measureOf(unit) && <span className={classes.measure}>{measureOf(unit)}</span>}
        </strong>
        <span>
          {title} · {words}
        </span>
      </Link>
      {is_done ? (
        <ActionIcon component={Link} to={path} variant="light" size="3.25rem" radius="xl" aria-label={`Open ${title}`}>
          <IconChevronRight size={24} aria-hidden />
        </ActionIcon>
      ) : (
        <ActionIcon
          variant="light"
          size="3.25rem"
          radius="xl"
          aria-label={`Done: ${unit.title}, ${title}`}
          onClick={() => tickUnit(one.id, unit, 1)}
        >
          <IconCheck size={24} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}
