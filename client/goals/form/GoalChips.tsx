import { Button, Text, VisuallyHidden } from '@mantine/core'
import { weekdayName } from '../../../domain/days/streak.ts'
import { dayOf } from '../../../domain/lib/day.ts'
import { type DistanceUnit, distanceText } from '../../../domain/lib/distance.ts'
import { amountText, lengthText } from '../../../domain/lib/duration.ts'
import { dayTexts } from '../../lib/dates/date-texts.ts'
import { useNow } from '../../lib/dates/server-clock.ts'
import { secondsOf } from '../../ui/forms/DurationInput.tsx'
import { numberOf } from '../../ui/forms/NumberField.tsx'
import classes from './GoalForm.module.css'
import { useUnitOf } from './goal-form.ts'
import { calendar, type GoalValues } from './goal-values.ts'
import { KindIcon, kindName } from './KindField.tsx'
import { buttonText } from './QuickLogFields.tsx'

const useDay = dayTexts({ month: 'long', day: 'numeric' })
const useDayOfYear = dayTexts({ month: 'long', day: 'numeric', year: 'numeric' })

type Field = 'kind' | 'amount' | 'distance' | 'duration' | 'repeats' | 'ended_at' | 'buttons'

interface Props {
  values: GoalValues
  /** Whether to show the title too. */
  hasTitle: boolean
  /** Called with the field that the person wants to change. */
  onCorrect: (field: Field) => void
}

/** The goal in short, as the form has it. A press on a chip moves to its field. */
export function GoalChips({ values, hasTitle, onCorrect }: Props) {
  const distances = useUnitOf(values)
  const today = dayOf(useNow(60_000), calendar())
  const [day, dayOfYear] = [useDay(), useDayOfYear()]
  const { kind, title, ended_at, buttons, unit } = values
  const by = ended_at && (ended_at.slice(0, 4) === today.slice(0, 4) ? day : dayOfYear)(ended_at)
  const presses = buttons.map(button => buttonText(button, unit, distances)).join(', ')
  const chips: { field: Field; text: string }[] = [
    { field: 'kind', text: kindName(kind) },
    ...measuresOf(values, distances),
    { field: 'repeats', text: repeatsText(values) },
    { field: 'ended_at', text: by && `By ${by}` },
    { field: 'buttons', text: presses && `${buttons.length === 1 ? 'Button' : 'Buttons'}: ${presses}` }
  ]
  const shown = chips.filter(({ text }) => text)
  return (
    <div>
      {hasTitle && (
        <Text size="lg" fw={600} mb="xs">
          {title}
        </Text>
      )}
      <ul aria-label="Understood" className={classes.chips}>
        {shown.map(({ field, text }) => (
          <li key={field}>
            <Button
              variant="light"
              radius="xl"
              leftSection={field === 'kind' && <KindIcon kind={kind} />}
              aria-label={`Change ${text}`}
              onClick={() => onCorrect(field)}
            >
              {text}
            </Button>
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">{`Understood: ${shown.map(({ text }) => text).join(', ')}.`}</VisuallyHidden>
    </div>
  )
}

function measuresOf(values: GoalValues, distances: DistanceUnit): { field: Field; text: string }[] {
  const measures = targetsOf(values, distances)
  if (!values.isLimit) return measures
  return measures.map(({ field, text }) => ({
    field,
    text: field === 'amount' && numberOf(values.amount) === 0 ? 'None' : text && `At most ${text}`
  }))
}

function targetsOf(
  { kind, amount, unit, distance, duration }: GoalValues,
  distances: DistanceUnit
): { field: Field; text: string }[] {
  const count = numberOf(amount)
  const miles = numberOf(distance)
  const seconds = secondsOf(duration)
  if (kind === 'count' || kind === 'intervals') {
    return [{ field: 'amount', text: count === null ? '' : amountText(count, unit) }]
  }
  if (kind === 'distance') return [{ field: 'distance', text: miles === null ? '' : distanceText(miles, distances) }]
  return kind === 'time' ? [{ field: 'duration', text: seconds ? lengthText(seconds) : '' }] : []
}

function repeatsText({ repeats, weekdays }: GoalValues): string {
  if (repeats !== 'weekdays') return repeats && `Every ${repeats}`
  const days = weekdays.join('')
  if (days === '12345') return 'On weekdays'
  return days === '67' ? 'On weekends' : weekdays.map(day => weekdayName(day).slice(0, 3)).join(', ')
}
