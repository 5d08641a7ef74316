import { Checkbox, Menu, TextInput } from '@mantine/core'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import { autoStartProblem } from '../../../domain/activities/parts-check.ts'
import type { PartGroup, TaskGroup } from '../../../domain/activities/plan.ts'
import { moveGroup, removeGroup, setGroup, setLinked } from '../../../domain/activities/plan-edit.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { SetsField } from '../../ui/forms/SetsField.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import classes from '../Builder.module.css'
import { useBuilder } from '../builder.ts'
import { FoldButton } from './FoldButton.tsx'
import { MoveMenu } from './MoveMenu.tsx'

interface Props {
  group: PartGroup | TaskGroup
  index: number
  open: boolean
  /** The id of the rows that it folds. */
  controls: string
  onFold: () => void
}

/** The settings of a group of parts or goals. */
export function GroupHead({ group, index, open, controls, onFold }: Props) {
  const { form, plan, errors } = useBuilder()
  const [asking, setAsking] = useState(false)
  const isParts = group.type === 'part'
  const list = isParts ? 'parts' : 'tasks'
  const last = form[list].length - 1
  const name = group.title || `${isParts ? 'Part' : 'Goal'} group ${index + 1}`
  const isManual = form.is_manually_started === 1

  function setAutoStart(on: boolean): void {
    const problem = autoStartProblem({ linked: group.linked, auto_start: on ? 1 : 0 }, isManual)
    if (problem) toast.info(problem, { id: 'auto-start' })
    else plan(before => setGroup(before, group.uuid, { auto_start: on ? 1 : 0 }))
  }

  return (
    <div className={classes.groupHead}>
      <TextInput
        className={classes.groupTitle}
        label="Group name"
        aria-label={`Group name of ${isParts ? 'part' : 'goal'} group ${index + 1}`}
        placeholder="Optional"
        maxLength={255}
        value={group.title}
        onChange={event => {
          const title = event.currentTarget.value
          plan(before => setGroup(before, group.uuid, { title }))
        }}
      />
      {isParts && (
        <SetsField
          className={classes.small}
          label="Sets"
          value={group.sets}
          error={errors[`${list}.${index}.sets`]}
          onChange={sets => plan(before => setGroup(before, group.uuid, { sets }))}
        />
      )}
      <div className={classes.rowButtons}>
        <FoldButton label={`Rows of ${name}`} isOpen={open} controls={controls} onClick={onFold} />
        <MoveMenu
          name={name}
          width={220}
          index={index}
          isLast={index === last}
          onMove={to => plan(before => moveGroup(before, list, index, to))}
        >
          <Menu.Item
            leftSection={<IconTrash size={18} />}
            onClick={() => (group.parts.length > 0 ? setAsking(true) : plan(before => removeGroup(before, group.uuid)))}
          >
            Remove group
          </Menu.Item>
        </MoveMenu>
      </div>
      <div className={classes.switches} hidden={!open}>
        {isParts && (
          <>
            <Checkbox
              label="Linked"
              description="No gaps: each begins when the one before ends."
              checked={group.linked === 1}
              onChange={event => {
                const linked = event.currentTarget.checked ? 1 : 0
                plan(before => setLinked(before, group.uuid, linked, isManual))
              }}
            />
            <Checkbox
              label="Auto start"
              description="Begins with the session."
              checked={group.auto_start === 1}
              onChange={event => setAutoStart(event.currentTarget.checked)}
            />
          </>
        )}
        <Checkbox
          label="Hidden"
          description="Only the host sees it."
          checked={group.hidden === 1}
          onChange={event => {
            const hidden = event.currentTarget.checked ? 1 : 0
            plan(before => setGroup(before, group.uuid, { hidden }))
          }}
        />
      </div>
      <ConfirmModal
        opened={asking}
        title={`Remove ${name}?`}
        confirm="Remove"
        onConfirm={() => plan(before => removeGroup(before, group.uuid))}
        onClose={() => setAsking(false)}
      >
        This removes everything in it too.
      </ConfirmModal>
    </div>
  )
}
