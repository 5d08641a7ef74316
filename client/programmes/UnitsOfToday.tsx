import { ActionIcon } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { Link } from 'react-router'
import type { ProgrammeOfToday } from '../../domain/programmes/api.ts'
import { measureOf } from '../../domain/programmes/unit-plan.ts'
import { ProgressRing } from '../ui/ProgressRing.tsx'
import { tickUnit, useTickedToday } from './programmes.ts'
import { progressText } from './progress-text.ts'
import classes from './UnitsOfToday.module.css'

/** The units of programmes that the day asks for, with one button each (D-143). */
export function UnitsOfToday({ units }: { units: readonly ProgrammeOfToday[] }) {
  return (
    <ul className={classes.units} aria-label="Units of today">
      {units.map(one => (
        <UnitRow key={one.id} one={one} />
      ))}
    </ul>
  )
}

function UnitRow({ one: stored }: { one: ProgrammeOfToday }) {
  const one = useTickedToday(stored)
  const { unit, title, path, is_done } = one
  const words = progressText(one)
  return (
    <li className={classes.row} data-met={is_done === 1 || undefined}>
      <ProgressRing ratio={one.units_count ? one.done / one.units_count : 0} label={words}>
        {is_done ? <IconCheck size={26} stroke={2.5} /> : null}
      </ProgressRing>
      <Link to={path} className={classes.words}>
        <strong>
          {unit.title}
          {measureOf(unit) && <span className={classes.measure}>{measureOf(unit)}</span>}
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
