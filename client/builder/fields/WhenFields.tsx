import { Button, Skeleton, Text } from '@mantine/core'
import { memo } from 'react'
import { useNavigate } from 'react-router'
import { lengthText } from '../../../domain/lib/duration.ts'
import { cutOffText, DEFAULT_DURATION, plannedLength } from '../../../domain/sessions/length.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { late, loadPart } from '../../ui/loading/late.tsx'
import classes from '../Builder.module.css'
import { useBuilder, useBuilderStore, useError, useFields } from '../builder.ts'
import { SecondsField } from './SecondsField.tsx'

const DateField = late(async () => (await import('./DateField.tsx')).DateField, <Skeleton h="6.25rem" />)

/** The start date and the duration. An activity has no start date. */
export const WhenFields = memo(function WhenFields() {
  const form = useFields('started_at', 'is_manually_started', 'duration')
  const errors = { started_at: useError('started_at'), duration: useError('duration') }
  const isTimed = useBuilder(({ timeline }) => timeline.total > 0)
  const { set, together, kind, status } = useBuilderStore().get()
  const isSession = kind === 'session'
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
              : isTimed
                ? 'Defaults to the length of its parts.'
                : 'Defaults to 1 hour.'
          }
          onChange={duration => set({ duration })}
        />
        {status !== SessionStatus.Ended && <OtherLengths />}
      </div>
    </div>
  )
})

/** Buttons that make the duration equal to the plan's length if they differ, or set it to one hour (D-132). */
function OtherLengths() {
  const { duration } = useFields('duration')
  const total = useBuilder(({ timeline }) => Math.ceil(timeline.total))
  const { set, type, together, kind } = useBuilderStore().get()
  const isSession = kind === 'session'
  const cutOff = cutOffText(total)
  const planned = isSession || cutOff ? plannedLength(total) : total
  // An activity with duration 0 is as long as its plan.
  const differs = total > 0 && duration !== planned && (isSession || duration > 0)
  const take = (seconds: number): void =>
    together(() => {
      set({ duration: seconds })
      type('form duration', null)
    })
  return (
    <div className={classes.lengths} role="status">
      {cutOff && <Text size="sm">{cutOff}</Text>}
      {cutOff && <MakeProgramme />}
      {differs && (
        <>
          {!cutOff && <Text size="sm">The plan lasts {lengthText(total)}.</Text>}
          <Button size="compact-md" variant="default" onClick={() => take(planned)}>
            Make it {lengthText(planned)}
          </Button>
        </>
      )}
      {isSession && duration !== DEFAULT_DURATION && !(differs && planned === DEFAULT_DURATION) && (
        <Button size="compact-md" variant="default" onClick={() => take(DEFAULT_DURATION)}>
          Take 1 h
        </Button>
      )}
    </div>
  )
}

/** A plan of several weeks fits a programme, which asks for a unit a day. */
function MakeProgramme() {
  const store = useBuilderStore()
  const navigate = useNavigate()
  const open = async (): Promise<void> => {
    const { programmeTextOf } = await loadPart(() => import('../../../domain/programmes/from-plan.ts'))
    const { form } = store.get()
    await navigate('/programmes/create', { state: { title: form.title, text: programmeTextOf(form) } })
  }
  return (
    <ActionButton variant="light" action={open}>
      Make it a programme
    </ActionButton>
  )
}
