import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import type { PartGroup } from '../../../domain/activities/plan.ts'
import type { GroupTimeline } from '../../../domain/activities/timeline.ts'
import { shortDuration } from '../../../domain/lib/duration.ts'
import { useBuilder } from '../builder.ts'
import { partName } from './bar-text.ts'
import { lanesOf } from './lanes.ts'
import { startText } from './start-text.ts'
import classes from './Timeline.module.css'
import type { TimelineDrag } from './use-timeline-drag.ts'

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
  const { scale, chosen, dragged } = drag
  const lanes = lanesOf(drawn.bars)
  const rows = Math.max(1, ...[...lanes.values()].map(lane => lane + 1))
  const percent = (seconds: number): string => `${(seconds / scale) * 100}%`
  const nameOf = (uuid: string): string => partName(group.parts, uuid)
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
          const isWrong =
            drawn.overlaps.some(one => one.after === bar.uuid) ||
            TIMES.some(field => errors[`${path}.${field}`] !== undefined)
          const { move, end } = drag.can(bar.uuid)
          const times = `${startText(bar, form.started_at)}, ${shortDuration(bar.endsAt - bar.startsAt)}`
          const title = `${nameOf(bar.uuid)}: ${times}`
          return (
            <button
              key={bar.uuid}
              type="button"
              className={classes.segment}
              data-bar={bar.uuid}
              data-shade={at % 2}
              data-moves={move ?? undefined}
              data-wrong={isWrong || undefined}
              data-chosen={chosen === bar.uuid || undefined}
              data-dragged={dragged === bar.uuid || undefined}
              title={title}
              aria-label={isWrong ? `${title}, does not fit` : title}
              aria-describedby={describedBy}
              onFocus={() => drag.choose(bar.uuid)}
              onDoubleClick={() => goToRow(bar.uuid)}
              onKeyDown={event => {
                if (event.key === 'Enter') goToRow(bar.uuid)
              }}
              style={{
                insetInlineStart: percent(bar.startsAt),
                width: `calc(${percent(bar.endsAt - bar.startsAt)} - 2px)`,
                top: `calc(${lanes.get(bar.uuid) ?? 0} * 2.75rem)`
              }}
            >
              {isWrong && <IconAlertTriangle size={16} aria-hidden />}
              <span className={classes.title}>{nameOf(bar.uuid)}</span>
              {end && <span className={classes.end} data-end />}
            </button>
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

const TIMES = ['started_at', 'duration', 'time_from'] as const

/** Where it can be typed into. */
function goToRow(uuid: string): void {
  const field = document.querySelector<HTMLElement>(`[data-field="${uuid} duration"]`)
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
