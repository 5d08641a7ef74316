import { Button, Skeleton, Text } from '@mantine/core'
import { lengthText } from '../../../domain/lib/duration.ts'
import { cutOffText, DEFAULT_DURATION, plannedLength } from '../../../domain/sessions/length.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { late } from '../../ui/loading/late.tsx'
import classes from '../Builder.module.css'
import { useBuilder } from '../builder.ts'
import { SecondsField } from './SecondsField.tsx'

const DateField = late(async () => (await import('./DateField.tsx')).DateField, <Skeleton h="6.25rem" />)

/** The start date and the duration. An activity has no start date. */
export function WhenFields() {
  const { form, errors, set, together, kind, status, timeline } = useBuilder()
  const isSession = kind === 'session'
  const { total } = timeline
  return (
    <div className={classes.fields}>
      {isSession && (
        <DateField
          id="form started_at"
          label="Start date"
          description={
            form.is_manually_started
              ? 'Leave empty and the host starts it.'
              : 'In your time zone. Leave empty to start when you save.'
          }
          disabled={status !== SessionStatus.NotStarted}
          value={form.started_at}
          error={errors.started_at}
          onChange={started_at =>
            together(() => {
              set({ started_at })
              // A session with a start date starts by itself.
              if (started_at !== null && form.is_manually_started) set({ is_manually_started: 0 })
            })
          }
        />
      )}
      <div>
        <SecondsField
          id="form duration"
          label="Duration"
          required={isSession}
          disabled={status === SessionStatus.Ended}
          seconds={form.duration}
          error={errors.duration}
          description={
            isSession
              ? 'From 5 minutes to 1 month.'
              : total > 0
                ? 'Defaults to the length of its parts.'
                : 'Defaults to 1 hour.'
          }
          onChange={duration => set({ duration })}
        />
        {status !== SessionStatus.Ended && <OtherLengths />}
      </div>
    </div>
  )
}

/** Buttons that make the duration equal to the plan's length if they differ, or set it to one hour (D-132). */
function OtherLengths() {
  const { form, set, type, together, kind, timeline } = useBuilder()
  const total = Math.ceil(timeline.total)
  const isSession = kind === 'session'
  const cutOff = cutOffText(total)
  const planned = isSession || cutOff ? plannedLength(total) : total
  // An activity with duration 0 is as long as its plan.
  const differs = total > 0 && form.duration !== planned && (isSession || form.duration > 0)
  const take = (duration: number): void =>
    together(() => {
      set({ duration })
      type('form duration', null)
    })
  return (
    <div className={classes.lengths} role="status">
      {cutOff && <Text size="sm">{cutOff}</Text>}
      {differs && (
        <>
          {!cutOff && <Text size="sm">The plan lasts {lengthText(total)}.</Text>}
          <Button size="compact-md" variant="default" onClick={() => take(planned)}>
            Make it {lengthText(planned)}
          </Button>
        </>
      )}
      {isSession && form.duration !== DEFAULT_DURATION && !(differs && planned === DEFAULT_DURATION) && (
        <Button size="compact-md" variant="default" onClick={() => take(DEFAULT_DURATION)}>
          Take 1 h
        </Button>
      )}
    </div>
  )
}
