import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { GOAL_KINDS, type GoalKind } from '../../../domain/goals/kind.ts'
import { unitName } from '../../../domain/lib/distance.ts'
import { WeekdayField } from '../../days/WeekdayField.tsx'
import { useNow } from '../../lib/dates/server-clock.ts'
import { DistanceField } from '../../ui/forms/DistanceField.tsx'
import { DurationInput } from '../../ui/forms/DurationInput.tsx'
import { MoreFields } from '../../ui/forms/MoreFields.tsx'
import { NumberField } from '../../ui/forms/NumberField.tsx'
import { ChecklistFields } from './ChecklistFields.tsx'
import classes from './GoalForm.module.css'
import { type GoalFormState, isOver, useUnitOf } from './goal-form.ts'
import { asksFor, asksForAmount, canBeLimit, type GoalValues, newIntervals } from './goal-values.ts'
import { KindField, kindName } from './KindField.tsx'
import { ButtonFields, QuickLogFields } from './QuickLogFields.tsx'
import { TimerFields } from './TimerFields.tsx'

const HIDDEN = /^(action|link|content)\b/

/** How often the target starts from zero. */
const REPEATS: { value: GoalValues['repeats']; label: string }[] = [
  { value: '', label: 'Does not repeat' },
  { value: 'day', label: 'Every day' },
  { value: 'weekdays', label: 'On chosen weekdays' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' }
]

const TITLES: Record<GoalKind, string> = {
  count: 'Read 12 books',
  distance: 'Run 100',
  time: 'Practise the piano for 20 hours',
  checklist: 'Pack for the mountains',
  intervals: 'Eight rounds on the mat'
}

interface Props {
  form: GoalFormState
  /** The kinds of the stored goal. Choosing another kind adds to them and removes none. */
  stored?: readonly GoalKind[]
}

/**
 * The fields of a personal goal: first the kind, then the fields that fit it. Only the server checks limits
 * (GOAL-17).
 */
export function GoalFields({ form, stored = [] }: Props) {
  const { kind, also, timers, repeats, ended_at, isLimit } = form.values
  const distances = useUnitOf(form.values)
  const now = useNow(60_000)
  const ask = (next: { kind?: GoalKind; also?: GoalKind[] }): void => {
    const asked = { kind, also, ...next }
    form.setValues({
      ...asked,
      ...(asksFor(asked, 'intervals') && timers.length === 0 ? newIntervals() : {})
    })
  }
  // A limit starts again, or has a last day.
  const limit = (checked: boolean): void =>
    form.setValues({ isLimit: checked, ...(checked && !repeats && !ended_at ? { repeats: 'day' } : {}) })
  const others = GOAL_KINDS.filter(one => one !== kind && !(kind === 'intervals' && one === 'count'))
  return (
    <Stack gap="md" className={classes.fields}>
      <KindField
        {...form.getInputProps('kind')}
        value={kind}
        distances={distances}
        onChange={chosen =>
          ask({ kind: chosen, also: [...new Set([...stored, ...also])].filter(one => one !== chosen) })
        }
      />
      <TextInput
        label="Title"
        placeholder={kind === 'distance' ? `${TITLES[kind]} ${unitName(distances)}` : TITLES[kind]}
        withAsterisk
        {...form.getInputProps('title')}
      />
      <Measures form={form} />
      {canBeLimit(form.values) && (
        <Checkbox
          label="Stay at or below this"
          description="For habits to cut down. 0 means none at all."
          checked={isLimit}
          onChange={({ currentTarget: { checked } }) => limit(checked)}
        />
      )}
      {asksFor(form.values, 'intervals') && <TimerFields form={form} />}
      {asksFor(form.values, 'checklist') && <ChecklistFields form={form} />}
      <div className={classes.measures}>
        <TextInput label="Starts on" type="date" {...form.getInputProps('started_at')} />
        <TextInput
          label="By"
          type="date"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={isOver(form.values.ended_at, now) ? 'This day has passed.' : undefined}
          {...form.getInputProps('ended_at')}
        />
        <NativeSelect
          label="Repeats"
          size="md"
          className={classes.repeats}
          data={REPEATS}
          {...form.getInputProps('repeats')}
        />
      </div>
      {repeats === 'weekdays' && <WeekdayField label="On these days" {...form.getInputProps('weekdays')} />}
      <QuickLogFields form={form} />
      <MoreFields label="More options" errors={form.errors} hidden={HIDDEN}>
        <fieldset className={classes.also}>
          <legend>Also asks for</legend>
          {others.map(one => (
            <Checkbox
              key={one}
              label={kindName(one)}
              checked={also.includes(one)}
              onChange={({ currentTarget }) =>
                ask({ also: currentTarget.checked ? [...also, one] : also.filter(other => other !== one) })
              }
            />
          ))}
        </fieldset>
        <AboutFields form={form} />
      </MoreFields>
    </Stack>
  )
}

/** The same fields for a goal in a plan, which has no dates, and whose timers are edited elsewhere. */
export function PlanGoalFields({ form }: { form: GoalFormState }) {
  return (
    <Stack gap="md" className={classes.fields}>
      <TextInput label="Title" placeholder={TITLES.count} withAsterisk {...form.getInputProps('title')} />
      <Measures form={form} />
      <ButtonFields form={form} />
      <MoreFields label="More options" errors={form.errors} hidden={/^(action|link|content|list)\b/}>
        <AboutFields form={form} />
        <ChecklistFields form={form} />
      </MoreFields>
    </Stack>
  )
}

function Measures({ form }: { form: GoalFormState }) {
  const { values } = form
  const distances = useUnitOf(form.values)
  const runs = asksFor(values, 'intervals')
  const amount = runs && !asksFor(values, 'count') ? 'How often' : 'Amount'
  if (values.kind === 'checklist' && values.also.length === 0) return null
  return (
    <div className={classes.measures}>
      {asksForAmount(values) && <NumberField label={amount} {...form.getInputProps('amount')} />}
      {asksForAmount(values) && (!runs || values.unit !== '') && (
        <TextInput label="Unit" placeholder="times" {...form.getInputProps('unit')} />
      )}
      {asksFor(values, 'distance') && <DistanceField unit={distances} {...form.getInputProps('distance')} />}
      {asksFor(values, 'time') && <DurationInput label="Duration" {...form.getInputProps('duration')} />}
    </div>
  )
}

function AboutFields({ form }: { form: GoalFormState }) {
  return (
    <>
      <TextInput label="Action" placeholder="Run, read, practise" {...form.getInputProps('action')} />
      <TextInput label="Link" type="url" placeholder="https://" {...form.getInputProps('link')} />
      <Textarea label="Description" rows={3} resize="vertical" {...form.getInputProps('content')} />
    </>
  )
}
