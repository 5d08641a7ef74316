import { ActionIcon, Text, TextInput } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { type ReactNode, useId, useState } from 'react'
import type { Part, PartGroup } from '../../../domain/activities/plan.ts'
import { setPart } from '../../../domain/activities/plan-edit.ts'
import { partSeconds } from '../../../domain/activities/schedule.ts'
import type { GroupTimeline } from '../../../domain/activities/timeline.ts'
import { shortDuration } from '../../../domain/lib/duration.ts'
import { intervalText } from '../../activities/plan/interval-text.ts'
import classes from '../Builder.module.css'
import { hasErrors, useBuilder } from '../builder.ts'
import { SecondsField } from '../fields/SecondsField.tsx'
import { partName } from '../timeline/bar-text.ts'
import { startText } from '../timeline/start-text.ts'
import { ItemMenu } from './ItemMenu.tsx'
import { PartOptions } from './PartOptions.tsx'

interface Props {
  part: Part
  group: PartGroup
  index: number
  path: string
  timeline: GroupTimeline | undefined
  handle: ReactNode
}

/** What matters at a glance: name, length, when it starts; the rest unfolds. */
export function PartRow({ part, group, index, path, timeline, handle }: Props) {
  const { form, plan, errors } = useBuilder()
  const [more, setMore] = useState(false)
  const id = useId()
  const name = part.title || `Event ${index + 1}`
  const open = more || hasErrors(errors, path, ['title', 'duration', 'started_at', 'order', 'uuid'])
  const change = (fields: Partial<Part>): void => plan(before => setPart(before, part.uuid, fields))
  const isComputed = part.is_interval === 1 && part.is_custom_duration === 0
  const bar = timeline?.bars[index]
  const summary = [startText(bar, form.started_at), intervalText(part), part.per_participant ? 'each participant' : '']
  const gap = timeline?.gaps.find(one => one.after === part.uuid)
  const problem = errors[`${path}.started_at`] ?? overlapBefore(part.uuid, group, timeline)
  return (
    <div className={classes.item}>
      <div className={classes.row}>
        {handle}
        <TextInput
          className={classes.rowTitle}
          aria-label={`Title of event ${index + 1}`}
          placeholder={`Event ${index + 1}`}
          maxLength={255}
          value={part.title}
          error={errors[`${path}.title`]}
          onChange={event => change({ title: event.currentTarget.value })}
        />
        <div className={classes.rowLength}>
          <SecondsField
            id={`${part.uuid} duration`}
            label={`Duration of ${name}`}
            labelHidden
            disabled={isComputed}
            seconds={isComputed ? partSeconds(part) : part.duration}
            error={errors[`${path}.duration`]}
            onChange={duration => change({ duration })}
          />
        </div>
        <div className={classes.rowButtons}>
          <ActionIcon
            color="gray"
            aria-label={`Options of ${name}`}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setMore(!open)}
          >
            <IconChevronDown size={20} aria-hidden className={classes.chevron} data-open={open || undefined} />
          </ActionIcon>
          <ItemMenu group={group} uuid={part.uuid} index={index} name={name} />
        </div>
        <div className={classes.rowFoot}>
          <Text c="dimmed" size="sm">
            {summary.filter(Boolean).join(' · ')}
            {gap && <span>{` · ${shortDuration(gap.seconds)} of nothing before it`}</span>}
          </Text>
          <div role="alert">
            {problem && (
              <Text size="sm" c="var(--mantine-color-error)">
                {problem}
              </Text>
            )}
          </div>
        </div>
      </div>
      <div id={id}>{open && <PartOptions part={part} group={group} index={index} path={path} change={change} />}</div>
    </div>
  )
}

function overlapBefore(uuid: string, group: PartGroup, timeline: GroupTimeline | undefined): string | null {
  const overlap = timeline?.overlaps.find(one => one.after === uuid)
  if (!overlap) return null
  return `Begins ${shortDuration(overlap.seconds)} before “${partName(group.parts, overlap.before)}” ends.`
}
