import { Anchor, Button, Card, Text, Title } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { Link } from 'react-router'
import classes from './Builder.module.css'
import { useBuilder } from './builder.ts'
import { GoalRow } from './GoalRow.tsx'
import { GroupHead } from './GroupHead.tsx'
import { addGroup, addItem, moveItem } from './plan-changes.ts'
import { SortableList } from './SortableList.tsx'

/** What everybody who takes part can reach. */
export function GoalsSection() {
  const { form, plan, revision } = useBuilder()
  return (
    <section className={classes.section} aria-labelledby="goals">
      <div className={classes.heading}>
        <Title order={2} id="goals">
          Goals
        </Title>
        <Text c="dimmed">
          For everybody who takes part. A goal of your own is{' '}
          <Anchor component={Link} to="/my/goals?create=1">
            made in your area
          </Anchor>
          .
        </Text>
      </div>
      {form.tasks.map((group, index) => (
        <Card key={group.uuid} mb="md">
          <GroupHead group={group} index={index} />
          <SortableList
            items={group.parts}
            label={group.title || `Goal group ${index + 1}`}
            nameOf={(task, at) => task.title || `Goal ${at + 1}`}
            onMove={(from, to) => plan(before => moveItem(before, group.uuid, from, to))}
          >
            {(task, at, handle) => (
              <GoalRow
                key={revision}
                task={task}
                group={group}
                index={at}
                path={`tasks.${index}.parts.${at}`}
                handle={handle}
              />
            )}
          </SortableList>
          <Button
            mt="md"
            variant="light"
            style={{ alignSelf: 'start' }}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => plan(before => addItem(before, group.uuid))}
          >
            Add a goal
          </Button>
        </Card>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => plan(before => addGroup(before, 'tasks'))}
      >
        {form.tasks.length === 0 ? 'Add a goal' : 'Add a group of goals'}
      </Button>
    </section>
  )
}
