import { Button, Text, Title } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { memo, type RefObject, useRef } from 'react'
import { newPart, newPartGroup } from '../../../domain/activities/new-items.ts'
import type { PartGroup } from '../../../domain/activities/plan.ts'
import { addGroup } from '../../../domain/activities/plan-edit.ts'
import type { GroupTimeline } from '../../../domain/activities/timeline.ts'
import { shortDuration } from '../../../domain/lib/duration.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { addAndFocus } from '../../ui/rows/add-and-focus.ts'
import classes from '../Builder.module.css'
import { useBuilder, useBuilderStore } from '../builder.ts'
import { partName } from '../timeline/bar-text.ts'
import { startText } from '../timeline/start-text.ts'
import { Timeline } from '../timeline/Timeline.tsx'
import { GroupCard } from './GroupCard.tsx'
import { PartRow } from './PartRow.tsx'
import { PlanTimers } from './PlanTimers.tsx'

/** The gap and the overlap between a part and the one before it, as text. */
function betweenText({ parts }: PartGroup, uuid: string, drawn: GroupTimeline | undefined) {
  const gap = drawn?.gaps.find(one => one.after === uuid)
  const overlap = drawn?.overlaps.find(one => one.after === uuid)
  return {
    gap: gap ? `${shortDuration(gap.seconds)} gap before it` : '',
    overlap: overlap ? `Begins ${shortDuration(overlap.seconds)} before “${partName(parts, overlap.before)}” ends.` : ''
  }
}

/** The summary of a group, such as "3 parts, 45 min". */
function summaryOf(count: number, endsAt: number): string {
  const events = count === 1 ? '1 part' : `${count} parts`
  return endsAt > 0 ? `${events}, ${shortDuration(endsAt)}` : events
}

/**
 * The timed parts, drawn to scale, and below as rows to edit. Each piece follows the form by itself, because a new part
 * must appear at once on a slow phone.
 */
export const PartsSection = memo(function PartsSection() {
  const section = useRef<HTMLElement>(null)
  return (
    <section ref={section} className={classes.section} aria-labelledby="parts">
      <div className={classes.heading}>
        <Title order={2} id="parts">
          Parts
        </Title>
        <Text c="dimmed">Parts run in order; groups of parts run at the same time.</Text>
      </div>
      <Timeline />
      <Groups />
      <AddGroup section={section} />
      <TimersOfPlan />
    </section>
  )
})

export function Groups() {
  const { form, timeline } = useBuilder()
  return (
    <>
      {form.parts.map((group, index) => (
        <GroupCard
          key={group.uuid}
          group={group}
          index={index}
          summary={summaryOf(group.parts.length, timeline.groups[index]?.endsAt ?? 0)}
        >
          {(part, at, path) => (
            <PartRow
              key={part.uuid}
              part={part}
              groupUuid={group.uuid}
              linked={group.linked}
              index={at}
              path={path}
              start={startText(timeline.groups[index]?.bars[at], form.started_at)}
              {...betweenText(group, part.uuid, timeline.groups[index])}
            />
          )}
        </GroupCard>
      ))}
    </>
  )
}

function AddGroup({ section }: { section: RefObject<HTMLElement | null> }) {
  const { plan } = useBuilderStore().get()
  const isFirst = useBuilder(({ form }) => form.parts.length === 0)

  function add(): void {
    const group = newPartGroup(randomUuid(), newPart(randomUuid()))
    plan(before => addGroup(before, group))
  }

  return (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => addAndFocus(add, section.current, '[data-row]')}
    >
      {isFirst ? 'Add a part' : 'Add a group of parts'}
    </Button>
  )
}

function TimersOfPlan() {
  const { plan } = useBuilderStore().get()
  const timers = useBuilder(({ form }) => form.timers)
  return (
    <PlanTimers
      title="Timers for the whole time"
      note="They repeat for the whole session."
      timers={timers}
      path="timers"
      onChange={changed => plan(before => ({ ...before, timers: changed }))}
    />
  )
}
