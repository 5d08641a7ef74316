import { Button, Collapse, Text, TextInput } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useId, useRef, useState } from 'react'
import { logText } from '../../../domain/goals/presses.ts'
import { type DistanceUnit, toMiles, unitName } from '../../../domain/lib/distance.ts'
import { DistanceField } from '../../ui/forms/DistanceField.tsx'
import { DurationInput, secondsOf } from '../../ui/forms/DurationInput.tsx'
import { NumberField, numberOf } from '../../ui/forms/NumberField.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { addAndFocus } from '../../ui/rows/add-and-focus.ts'
import classes from './GoalForm.module.css'
import { type GoalFormState, useUnitOf } from './goal-form.ts'
import { asksFor, asksForAmount, type ButtonValues, newButton } from './goal-values.ts'

/** Says what one press will log; the buttons can be changed below. */
export function QuickLogFields({ form }: { form: GoalFormState }) {
  const distances = useUnitOf(form.values)
  const [more, setMore] = useState(false)
  const id = useId()
  // For `getInputNode` of the form.
  const { 'data-path': path } = form.getInputProps('buttons') as { 'data-path'?: string }
  const open = more || Object.keys(form.errors).some(field => field.startsWith('buttons'))
  return (
    <div>
      <div className={classes.presses}>
        <Text>{pressesText(form, distances)}</Text>
        <Button
          variant="subtle"
          px="sm"
          data-path={path}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setMore(!open)}
        >
          Change the buttons
        </Button>
      </div>
      <Collapse expanded={open} id={id}>
        <ButtonFields form={form} />
      </Collapse>
    </div>
  )
}

/** "One press logs 1 page or 5 pages." */
function pressesText({ values }: GoalFormState, distances: DistanceUnit): string {
  const { kind, buttons, unit } = values
  const own = buttons.map(button => buttonText(button, unit, distances))
  const start = kind === 'intervals' ? ['Start runs the intervals.'] : []
  if (own.length > 0) return [...start, `One press logs ${own.join(' or ')}.`].join(' ')
  return start[0] ?? (kind === 'checklist' ? 'You tick the items.' : 'No button of its own.')
}

/** The amount that one press of the button logs. */
export function buttonText(
  { title, amount, distance, duration }: ButtonValues,
  unit: string,
  distances: DistanceUnit
): string {
  const measures = { amount: numberOf(amount), distance: numberOf(distance), duration: secondsOf(duration) }
  return logText({ title: title && `“${title}”`, ...measures }, unit, distances)
}

/** The quick-log buttons of a goal. Each shows the fields of the goal's kind, and fields that have a value. */
export function ButtonFields({ form }: { form: GoalFormState }) {
  const { values } = form
  const distances = useUnitOf(form.values)
  const set = useRef<HTMLFieldSetElement>(null)
  const asks = {
    amount: asksForAmount(values) || values.kind === 'checklist',
    distance: asksFor(values, 'distance'),
    duration: asksFor(values, 'time')
  }
  const add = (): void => {
    const { amount: isAmount, distance: isDistance } = asks
    const first = isAmount
      ? { amount: 1 }
      : isDistance
        ? { amount: '', distance: toMiles(1, distances) }
        : { amount: '', duration: '30m' }
    form.insertListItem('buttons', { ...newButton(), ...first })
  }
  return (
    <fieldset ref={set} className={classes.set}>
      <legend>Quick-log buttons</legend>
      <Text c="dimmed">One press logs this much. With a duration, it starts a timer.</Text>
      <ol className={classes.rows}>
        {values.buttons.map((button, index) => (
          <li key={button.uuid} className={classes.button}>
            <TextInput label="Title" placeholder="Optional" {...form.getInputProps(`buttons.${index}.title`)} />
            <IconButton
              icon={IconTrash}
              label={`Remove button ${index + 1}`}
              onClick={() => form.removeListItem('buttons', index)}
            />
            <div className={classes.measures}>
              {(asks.amount || button.amount !== '') && (
                <NumberField label="Amount" {...form.getInputProps(`buttons.${index}.amount`)} />
              )}
              {(asks.distance || button.distance !== '') && (
                <DistanceField
                  unit={distances}
                  label={capital(unitName(distances))}
                  {...form.getInputProps(`buttons.${index}.distance`)}
                />
              )}
              {(asks.duration || button.duration !== '') && (
                <DurationInput
                  label="Duration"
                  placeholder="25m"
                  {...form.getInputProps(`buttons.${index}.duration`)}
                />
              )}
            </div>
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => addAndFocus(add, set.current)}
      >
        Add a button
      </Button>
    </fieldset>
  )
}

function capital(text: string): string {
  return text === 'km' ? text : text.charAt(0).toUpperCase() + text.slice(1)
}
