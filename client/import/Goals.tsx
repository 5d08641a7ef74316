import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { Aim } from '../../domain/import/file.ts'
import { plural } from '../../domain/lib/duration.ts'
import { optionsOf } from '../ui/forms/options.ts'
import { Panel } from '../ui/Panel.tsx'
import classes from './import.module.css'
import type { GoalChoice } from './run-import.ts'

interface Props {
  /** The names in the file that logs belong to. */
  aims: readonly Aim[]
  goals: readonly { id: number; title: string; unit: string }[]
  choiceOf: (aim: Aim) => GoalChoice
  disabled: boolean
  onChoose: (names: string[], choice: GoalChoice) => void
}

/** Longer lists start collapsed; buttons choose for all names at once. */
const SHOWN = 12
const NO_GOALS = [
  { value: 'new', label: 'Make this goal' },
  { value: 'none', label: 'No goal' }
]

/** Assigns each name in the file to one of my goals, to a new one, or to none. */
export function Goals({ aims, goals, choiceOf, disabled, onChoose }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? aims : aims.slice(0, SHOWN)
  const unknown = aims.filter(aim => typeof choiceOf(aim) !== 'number').map(({ name }) => name)
  return (
    <Panel id="goals" title="Goals" size="h3" space="xs">
      <Text mb="md">Imported logs count for the goal you choose. Without a goal, amounts have no unit.</Text>
      <fieldset disabled={disabled} className={classes.fields}>
        {unknown.length > 1 && (
          <Group gap="sm">
            <Button variant="default" size="xs" onClick={() => onChoose(unknown, 'new')}>
              Make goals for the new ones
            </Button>
            <Button variant="default" size="xs" onClick={() => onChoose(unknown, 'none')}>
              No goals for the new ones
            </Button>
          </Group>
        )}
        <ul className={classes.columns}>
          {shown.map(aim => (
            <GoalOf
              key={aim.name}
              aim={aim}
              goals={goals}
              choice={choiceOf(aim)}
              onChoose={choice => onChoose([aim.name], choice)}
            />
          ))}
        </ul>
        {shown.length < aims.length && (
          <div>
            <Button variant="subtle" onClick={() => setIsOpen(true)}>
              Show all {aims.length}
            </Button>
          </div>
        )}
      </fieldset>
    </Panel>
  )
}

interface GoalOfProps extends Pick<Props, 'goals'> {
  aim: Aim
  choice: GoalChoice
  onChoose: (choice: GoalChoice) => void
}

function GoalOf({ aim, goals, choice, onChoose }: GoalOfProps) {
  const warning = otherUnit(
    aim,
    goals.find(({ id }) => id === choice)
  )
  return (
    <li>
      <div>
        <Text fw={600}>{aim.name}</Text>
        <Text c="dimmed" size="sm">
          {plural(aim.logs, 'log')}
        </Text>
        {warning && <Text size="sm">{warning}</Text>}
      </div>
      <NativeSelect
        size="md"
        aria-label={`Goal of ${aim.name}`}
        value={String(choice)}
        data={[...NO_GOALS, ...optionsOf(goals)]}
        onChange={event => {
          const { value } = event.currentTarget
          onChoose(value === 'new' || value === 'none' ? value : Number(value))
        }}
      />
    </li>
  )
}

/** Warns about different units, because the import does not convert numbers. */
function otherUnit({ unit }: Aim, goal?: { unit: string }): string {
  if (!goal || !unit || unit.toLowerCase() === goal.unit.toLowerCase()) return ''
  return `The file counts ${unit}, this goal counts ${goal.unit || 'times'}. The numbers don’t change.`
}
