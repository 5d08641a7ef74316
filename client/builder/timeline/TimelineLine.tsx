import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { memo } from 'react'
import type { PartGroup } from '../../../domain/activities/plan.ts'
import type { GroupTimeline } from '../../../domain/activities/timeline.ts'
import { shortDuration } from '../../../domain/lib/duration.ts'
import { useBuilder } from '../builder.ts'
import { lanesOf } from './lanes.ts'
import { startText } from './start-text.ts'
import classes from './Timeline.module.css'
import { goToRow, type TimelineDrag } from './use-timeline-drag.ts'

interface Props {
  group: PartGroup
  index: number
  drawn: GroupTimeline
  drag: TimelineDrag
  describedBy: string
  /** Where the session ends, when that comes too early. */
  limit: number | null
}

/** One group of parts, from its first to its last; below it what does not fit. */
export function TimelineLine({ group, index, drawn, drag, describedBy, limit }: Props) {
  const { form, errors } = useBuilder()
  const overlapping = new Set(drawn.overlaps.map(({ after }) => after))
  const { scale, chosen, dragged } = drag
  const lanes = lanesOf(drawn.bars)
  const rows = Math.max(1, ...[...lanes.values()].map(lane => lane + 1))
  const percent = (seconds: number): string => `${(seconds / scale) * 100}%`
  const names = new Map(group.parts.map(({ uuid, title }, at) => [uuid, title || `Event ${at + 1}`]))
  const nameOf = (uuid: string): string => names.get(uuid) ?? ''
  const name = group.title || `Event group ${index + 1}`
  const notes = [
    group.sets > 1 && `${group.sets} sets, the first is drawn`,
    drawn.waits && 'waits for the host',
    group.hidden && 'hidden'
  ].filter(Boolean)

  return (
    <div>
      <p className={classes.name}>{[name, ...notes].join(', ')}</p>
      <div
        className={classes.bar}
        style={{ height: `calc(${rows} * 2.75rem)` }}
        data-hidden={group.hidden || undefined}
        {...drag.handlers}
      >
        {drawn.gaps.map(gap => (
          <span
            key={gap.after}
            className={classes.gap}
            style={{ insetInlineStart: percent(gap.startsAt), width: percent(gap.seconds) }}
          />
        ))}
        {drawn.bars.map((bar, at) => {
          if (bar.startsAt === null || bar.endsAt === null) return null
          const path = `parts.${index}.parts.${at}`
          const isWrong = overlapping.has(bar.uuid) || TIMES.some(field => errors[`${path}.${field}`] !== undefined)
          const { move, end } = drag.can(bar.uuid)
          const times = `${startText(bar, form.started_at)}, ${shortDuration(bar.endsAt - bar.startsAt)}`
          const title = `${nameOf(bar.uuid)}: ${times}`
          return (
            <Bar
              key={bar.uuid}
              uuid={bar.uuid}
              name={nameOf(bar.uuid)}
              title={isWrong ? `${title}, does not fit` : title}
              describedBy={describedBy}
              shade={at % 2}
              moves={move}
              stretches={end}
              isWrong={isWrong}
              isChosen={chosen === bar.uuid}
              isDragged={dragged === bar.uuid}
              left={percent(bar.startsAt)}
              width={percent(bar.endsAt - bar.startsAt)}
              lane={lanes.get(bar.uuid) ?? 0}
              onChoose={drag.choose}
            />
          )
        })}
        {limit !== null && <span className={classes.limit} style={{ insetInlineStart: percent(limit) }} />}
      </div>
      {drawn.overlaps.map(({ before, after, seconds }) => (
        <p key={after} className={classes.note} data-warns>
          <IconAlertTriangle size={18} aria-hidden />
          {`“${nameOf(after)}” begins ${shortDuration(seconds)} before “${nameOf(before)}” ends.`}
        </p>
      ))}
      {drawn.gaps.map(({ before, after, seconds }) => (
        <p key={after} className={classes.note}>
          {`${shortDuration(seconds)} of nothing between “${nameOf(before)}” and “${nameOf(after)}”.`}
        </p>
      ))}
    </div>
  )
}

interface BarProps {
  uuid: string
  name: string
  /** Name, start and length. */
  title: string
  describedBy: string
  shade: number
  moves: 'place' | 'start' | null
  stretches: boolean
  isWrong: boolean
  isChosen: boolean
  isDragged: boolean
  left: string
  width: string
  lane: number
  onChoose: (uuid: string) => void
}

const Bar = memo(function Bar({ uuid, title, left, width, lane, onChoose, ...props }: BarProps) {
  return (
    <button
      type="button"
      className={classes.segment}
      data-bar={uuid}
      data-shade={props.shade}
      data-moves={props.moves ?? undefined}
      data-wrong={props.isWrong || undefined}
      data-chosen={props.isChosen || undefined}
      data-dragged={props.isDragged || undefined}
      title={title}
      aria-label={title}
      aria-describedby={props.describedBy}
      onFocus={() => onChoose(uuid)}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        // The press must not go on in the field that has the focus by then.
        event.preventDefault()
        goToRow(uuid)
      }}
      style={{
        insetInlineStart: left,
        width: `calc(${width} - 2px)`,
        top: `calc(${lane} * 2.75rem)`
      }}
    >
      {props.isWrong && <IconAlertTriangle size={16} aria-hidden />}
      <span className={classes.title}>{props.name}</span>
      {props.stretches && <span className={classes.end} data-end />}
    </button>
  )
})

const TIMES = ['started_at', 'duration', 'time_from'] as const
