import { Text } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import type { PartGroup } from '../../domain/activities/plan.ts'
import type { GroupTimeline, Timeline as Layout } from '../../domain/activities/timeline.ts'
import { spokenDuration } from '../../domain/lib/duration.ts'
import { shortDuration } from '../ui/short-duration.ts'
import { useBuilder } from './builder.ts'
import { lanesOf } from './lanes.ts'
import { startText } from './start-text.ts'
import classes from './Timeline.module.css'

/** The plan to scale: what follows what, where nothing happens, where two things happen at once. */
export function Timeline({ timeline }: { timeline: Layout }) {
  const { form, kind } = useBuilder()
  const { total, groups, excess } = timeline
  if (groups.every(group => group.bars.length === 0)) {
    return <Text>Nothing is timed yet. Add an event, and it is drawn here.</Text>
  }
  const scale = Math.max(total, 1)
  return (
    <div className={classes.timeline}>
      <p className={classes.total}>
        <strong>{total > 0 ? spokenDuration(total) : 'No time yet'}</strong> in all
        {form.parts.some(group => group.parts.some(part => part.per_participant)) && ', for one participant'}
      </p>
      {form.parts.map((group, index) => {
        const drawn = groups[index]
        return drawn && drawn.bars.length > 0 ? (
          <Line key={group.uuid} group={group} index={index} drawn={drawn} scale={scale} />
        ) : null
      })}
      <div className={classes.scale} aria-hidden>
        <span>0</span>
        <span>{shortDuration(total / 2)}</span>
        <span>{shortDuration(total)}</span>
      </div>
      {kind === 'session' && form.duration > 0 && excess > 0 && (
        <Note text={`The events last ${spokenDuration(excess)} longer than the session.`} />
      )}
    </div>
  )
}

interface LineProps {
  group: PartGroup
  index: number
  drawn: GroupTimeline
  scale: number
}

function Line({ group, index, drawn, scale }: LineProps) {
  const { form } = useBuilder()
  const lanes = lanesOf(drawn.bars)
  const rows = Math.max(1, ...[...lanes.values()].map(lane => lane + 1))
  const percent = (seconds: number): string => `${(seconds / scale) * 100}%`
  const titleOf = (uuid: string): string => {
    const at = group.parts.findIndex(part => part.uuid === uuid)
    return group.parts[at]?.title || `Event ${at + 1}`
  }
  const notes = [
    group.sets > 1 && `${group.sets} sets, the first is drawn`,
    drawn.waits && 'waits for the host',
    group.hidden && 'hidden'
  ]
  return (
    <div>
      <p className={classes.name}>
        {group.title || `Event group ${index + 1}`}
        {notes.filter(Boolean).map(note => `, ${note}`)}
      </p>
      <div
        className={classes.bar}
        style={{ height: `calc(${rows} * 2.5rem)` }}
        aria-hidden
        data-hidden={group.hidden || undefined}
      >
        {drawn.gaps.map(gap => (
          <span
            key={gap.after}
            className={classes.gap}
            style={{ insetInlineStart: percent(gap.startsAt), width: percent(gap.seconds) }}
          />
        ))}
        {drawn.bars.map((bar, at) => {
          if (bar.startsAt === null || bar.endsAt === null || bar.endsAt === bar.startsAt) return null
          const lane = lanes.get(bar.uuid) ?? 0
          return (
            <span
              key={bar.uuid}
              className={classes.segment}
              data-shade={at % 2}
              title={`${titleOf(bar.uuid)}: ${startText(bar, form.started_at)}, ${shortDuration(bar.endsAt - bar.startsAt)}`}
              style={{
                insetInlineStart: percent(bar.startsAt),
                width: `calc(${percent(bar.endsAt - bar.startsAt)} - 2px)`,
                top: `calc(${lane} * 2.5rem)`
              }}
            >
              {titleOf(bar.uuid)}
            </span>
          )
        })}
      </div>
      {drawn.overlaps.map(({ before, after, seconds }) => (
        <Note
          key={after}
          text={`“${titleOf(after)}” begins ${shortDuration(seconds)} before “${titleOf(before)}” ends.`}
        />
      ))}
      {drawn.gaps.map(({ before, after, seconds }) => (
        <p key={after} className={classes.note}>
          {`${shortDuration(seconds)} of nothing between “${titleOf(before)}” and “${titleOf(after)}”.`}
        </p>
      ))}
    </div>
  )
}

function Note({ text }: { text: string }) {
  return (
    <p className={classes.note} data-warns>
      <IconAlertTriangle size={18} aria-hidden /> {text}
    </p>
  )
}
