import { Button, Checkbox } from '@mantine/core'
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs'
import { useId, useState } from 'react'
import { setLinked } from '../../../domain/activities/linked-groups.ts'
import { autoStartProblem } from '../../../domain/activities/parts-check.ts'
import type { PartGroup, TaskGroup } from '../../../domain/activities/plan.ts'
import { setGroup } from '../../../domain/activities/plan-edit.ts'
import { plural } from '../../../domain/lib/duration.ts'
import { SetsField } from '../../ui/forms/SetsField.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import classes from '../Builder.module.css'
import { useBuilder, useBuilderStore, useError } from '../builder.ts'

interface Props {
  group: PartGroup | TaskGroup
  name: string
  /** Below it are the group's errors. An error of the sets opens the options. */
  path: string
}

/** The settings of a group that few people need, behind a button. A line shows the differences from a new group. */
export function GroupOptions({ group, name, path }: Props) {
  const error = useError(`${path}.sets`)
  const [more, setMore] = useState(false)
  const id = useId()
  const open = more || error !== undefined
  return (
    <>
      <Button
        variant="subtle"
        size="compact-md"
        aria-label={`Options of ${name}`}
        aria-expanded={open}
        aria-controls={id}
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
        onClick={() => setMore(!open)}
      >
        Options
      </Button>
      {!open && <span className={classes.chosen}>{chosenText(group)}</span>}
      <div id={id}>{open && <Switches group={group} error={error} />}</div>
    </>
  )
}

function Switches({ group, error }: { group: PartGroup | TaskGroup; error: string | undefined }) {
  const { plan } = useBuilderStore().get()
  const isParts = group.type === 'part'
  const isManual = useBuilder(({ form }) => form.is_manually_started === 1)
  const set = (fields: Partial<PartGroup>): void => plan(before => setGroup(before, group.uuid, fields))

  function setAutoStart(on: boolean): void {
    const problem = autoStartProblem({ linked: group.linked, auto_start: on ? 1 : 0 }, isManual)
    if (problem) toast.info(problem, { id: 'auto-start' })
    else set({ auto_start: on ? 1 : 0 })
  }

  return (
    <div className={classes.switches}>
      {isParts && (
        <>
          <SetsField
            className={classes.small}
            label="Sets"
            value={group.sets}
            error={error}
            onChange={sets => set({ sets })}
          />
          <Checkbox
            label="Linked"
            description="No gaps: each part starts when the last one ends."
            checked={group.linked === 1}
            onChange={event => {
              const linked = event.currentTarget.checked ? 1 : 0
              plan(before => setLinked(before, group.uuid, linked, isManual))
            }}
          />
          <Checkbox
            label="Auto start"
            description="Starts with the session."
            checked={group.auto_start === 1}
            onChange={event => setAutoStart(event.currentTarget.checked)}
          />
        </>
      )}
      <Checkbox
        label="Hidden"
        description="Only the host sees it."
        checked={group.hidden === 1}
        onChange={event => set({ hidden: event.currentTarget.checked ? 1 : 0 })}
      />
    </div>
  )
}

/** How a group differs from a new one: "3 sets · not linked · hidden". */
function chosenText({ type, sets, linked, auto_start, hidden }: PartGroup | TaskGroup): string {
  const ofParts =
    type === 'part'
      ? [sets > 1 && plural(sets, 'set'), !linked && 'not linked', !auto_start && 'waits for the host']
      : []
  return [...ofParts, hidden && 'hidden'].filter(Boolean).join(' · ')
}
