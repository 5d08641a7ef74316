import { NativeSelect, Skeleton } from '@mantine/core'
import { type Part, type StartPoint as Point, START_POINTS } from '../../../domain/activities/plan.ts'
import { late } from '../../ui/loading/late.tsx'
import classes from '../Builder.module.css'
import { useBuilder, useError } from '../builder.ts'
import { START_LABELS } from '../form.ts'
import { SecondsField } from './SecondsField.tsx'

const DateField = late(async () => (await import('./DateField.tsx')).DateField, <Skeleton h="4.5rem" />)

interface Props {
  part: Part
  linked: 0 | 1
  index: number
  path: string
  change: (fields: Partial<Part>) => void
}

/** The start of a part: relative to the part before it, or at its own date. Linked parts need neither (D-91). */
export function StartPoint({ part, linked, index, path, change }: Props) {
  const kind = useBuilder(builder => builder.kind)
  const dateError = useError(`${path}.started_at`)
  const distanceError = useError(`${path}.time_from`)
  const isFirst = index === 0
  // The first part of a linked group may have a date, and the others follow it.
  if (linked && (!isFirst || kind === 'activity')) return null
  const isDate = part.relative_dates === 0

  function choose(value: string): void {
    if (value === 'date') change({ relative_dates: 0 })
    else change({ relative_dates: 1, started_at: null, start_of: isFirst ? 'after_previous_ends' : (value as Point) })
  }

  return (
    <div className={classes.fields}>
      <NativeSelect
        label="Start"
        size="md"
        value={isDate ? 'date' : part.start_of}
        onChange={event => choose(event.currentTarget.value)}
      >
        {isFirst ? (
          <option value={part.start_of}>With the session</option>
        ) : (
          START_POINTS.map(point => (
            <option key={point} value={point}>
              {START_LABELS[point]}
            </option>
          ))
        )}
        {kind === 'session' && <option value="date">At a date</option>}
      </NativeSelect>
      {isDate ? (
        <DateField
          id={`${part.uuid} started_at`}
          label="Start date of the part"
          value={part.started_at}
          error={dateError}
          onChange={started_at => change({ started_at })}
        />
      ) : (
        !linked && (
          <SecondsField
            id={`${part.uuid} time_from`}
            label={part.start_of === 'before_previous_ends' && !isFirst ? 'How long before' : 'How long after'}
            seconds={part.time_from}
            error={distanceError}
            onChange={time_from => change({ time_from })}
          />
        )
      )}
    </div>
  )
}
