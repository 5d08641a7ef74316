import { ActionIcon, Checkbox, Menu, NumberInput, TextInput } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import { autoStartProblem } from '../../../domain/activities/parts-check.ts'
import type { PartGroup, TaskGroup } from '../../../domain/activities/plan.ts'
import { moveGroup, removeGroup, setGroup, setLinked } from '../../../domain/activities/plan-edit.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import classes from '../Builder.module.css'
import { useBuilder } from '../builder.ts'

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
        <NumberInput
          className={classes.small}
          label="Sets"
          min={1}
          max={1000}
          hideControls
          allowDecimal={false}
          value={group.sets}
          error={errors[`${list}.${index}.sets`]}
          onChange={sets => plan(before => setGroup(before, group.uuid, { sets: Math.max(1, Number(sets) || 1) }))}
        />
      )}
      <div className={classes.rowButtons}>
        <ActionIcon
          color="gray"
          aria-label={`Rows of ${name}`}
          aria-expanded={open}
          aria-controls={controls}
          onClick={onFold}
        >
          <IconChevronDown size={20} aria-hidden className={classes.chevron} data-open={open || undefined} />
        </ActionIcon>
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon aria-label={`Menu of ${name}`} color="gray">
              <IconDotsVertical size={20} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconArrowUp size={18} />}
              disabled={index === 0}
              onClick={() => plan(before => moveGroup(before, list, index, index - 1))}
            >
              Move up
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={18} />}
              disabled={index === last}
              onClick={() => plan(before => moveGroup(before, list, index, index + 1))}
            >
              Move down
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTrash size={18} />}
              onClick={() =>
                group.parts.length > 0 ? setAsking(true) : plan(before => removeGroup(before, group.uuid))
              }
            >
              Remove group
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
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
        What is in it goes too.
      </ConfirmModal>
    </div>
  )
}
