import { Button, Text, Title } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { memo, useRef } from 'react'
import { newTask, newTaskGroup } from '../../../domain/activities/new-items.ts'
import { addGroup } from '../../../domain/activities/plan-edit.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { TextLink } from '../../ui/links/TextLink.tsx'
import { addAndFocus } from '../../ui/rows/add-and-focus.ts'
import classes from '../Builder.module.css'
import { useBuilder, useBuilderStore } from '../builder.ts'
import { GroupCard } from '../parts/GroupCard.tsx'
import { GoalRow } from './GoalRow.tsx'

/** The goals of all participants. */
export const GoalsSection = memo(function GoalsSection() {
  const tasks = useBuilder(({ form }) => form.tasks)
  const { plan } = useBuilderStore().get()
  const section = useRef<HTMLElement>(null)

  function add(): void {
    const group = newTaskGroup(randomUuid(), newTask(randomUuid(), randomUuid()))
    plan(before => addGroup(before, group))
  }

  return (
    <section ref={section} className={classes.section} aria-labelledby="goals">
      <div className={classes.heading}>
        <Title order={2} id="goals">
          Goals
        </Title>
        <Text c="dimmed">
          For everyone who takes part. Create personal goals in <TextLink to="/my/goals?create=1">My goals</TextLink>.
        </Text>
      </div>
      {tasks.map((group, index) => (
        <GroupCard
          key={group.uuid}
          group={group}
          index={index}
          summary={group.parts.length === 1 ? '1 goal' : `${group.parts.length} goals`}
        >
          {(task, at, path) => <GoalRow key={task.uuid} task={task} groupUuid={group.uuid} index={at} path={path} />}
        </GroupCard>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => addAndFocus(add, section.current, '[data-row]')}
      >
        {tasks.length === 0 ? 'Add a goal' : 'Add a group of goals'}
      </Button>
    </section>
  )
})
