import { Button, Text, Title } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useRef } from 'react'
import { newPart, newPartGroup } from '../../../domain/activities/new-items.ts'
import { addGroup } from '../../../domain/activities/plan-edit.ts'
import { layOut } from '../../../domain/activities/timeline.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { addAndFocus } from '../../ui/add-and-focus.ts'
import classes from '../Builder.module.css'
import { useBuilder } from '../builder.ts'
import { Timeline } from '../timeline/Timeline.tsx'
import { GroupCard } from './GroupCard.tsx'
import { PartRow } from './PartRow.tsx'
import { TimerList } from './TimerList.tsx'

/** The timed parts: drawn to scale, and below as rows to type into. */
export function PartsSection() {
  const { form, plan } = useBuilder()
  const timeline = layOut(form, form.started_at, form.duration)
  const section = useRef<HTMLElement>(null)

  function add(): void {
    const group = newPartGroup(randomUuid(), newPart(randomUuid()))
    plan(before => addGroup(before, group))
  }

  return (
    <section ref={section} className={classes.section} aria-labelledby="parts">
      <div className={classes.heading}>
        <Title order={2} id="parts">
          Events
        </Title>
        <Text c="dimmed">Timed parts, one after another. Groups run side by side.</Text>
      </div>
      <Timeline timeline={timeline} />
      {form.parts.map((group, index) => (
        <GroupCard key={group.uuid} group={group} index={index}>
          {(part, at, path, handle) => (
            <PartRow
              part={part}
              group={group}
              index={at}
              path={path}
              timeline={timeline.groups[index]}
              handle={handle}
            />
          )}
        </GroupCard>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => addAndFocus(add, section.current, '[data-row]')}
      >
        {form.parts.length === 0 ? 'Add an event' : 'Add a group of events'}
      </Button>
      <TimerList
        title="Timers for the whole time"
        note="They go round and round while the session runs."
        timers={form.timers}
        path="timers"
        onChange={timers => plan(before => ({ ...before, timers }))}
      />
    </section>
  )
}
