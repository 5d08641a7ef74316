import { Skeleton } from '@mantine/core'
import { late } from '../../ui/late.tsx'
import classes from '../Builder.module.css'
import { useBuilder } from '../builder.ts'
import { SecondsField } from './SecondsField.tsx'

const DateField = late(async () => (await import('./DateField.tsx')).DateField, <Skeleton h="6.25rem" />)

/** When it starts and how long it lasts; an activity has no date. */
export function WhenFields() {
  const { form, errors, set, kind, status, timeline } = useBuilder()
  const isSession = kind === 'session'
  const { total } = timeline
  return (
    <div className={classes.fields}>
      {isSession && (
        <DateField
          label="Start date"
          description={
            form.is_manually_started
              ? 'Left empty, the host starts it.'
              : 'In your own time zone. Left empty, it starts when you save.'
          }
          disabled={status !== 0}
          value={form.started_at}
          error={errors.started_at}
          onChange={started_at => set({ started_at })}
        />
      )}
      <SecondsField
        id="form duration"
        label="Duration"
        required={isSession}
        disabled={status === 2}
        seconds={form.duration}
        error={errors.duration}
        description={
          isSession
            ? 'From 5 minutes to 1 month.'
            : total > 0
              ? 'Left empty, as long as its parts.'
              : 'Left empty, an hour.'
        }
        onChange={duration => set({ duration })}
      />
    </div>
  )
}
