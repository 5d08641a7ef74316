import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { type MouseEvent, memo } from 'react'
import { type PartKind, partKind } from '../../../domain/activities/part-kind.ts'
import type { PartGroup } from '../../../domain/activities/plan.ts'
import type { GroupTimeline } from '../../../domain/activities/timeline.ts'
import { shortDuration } from '../../../domain/lib/duration.ts'
import kinds from '../../activities/plan/PartKind.module.css'
import type { Form } from '../form.ts'
import { lanesOf } from './lanes.ts'
import { startText } from './start-text.ts'
import classes from './Timeline.module.css'
import { goToRow, type TimelineDrag } from './use-timeline-drag.ts'
import { pressWidths } from './zoom.ts'

interface Props {
  group: PartGroup
  index: number
  drawn: GroupTimeline
  startedAt: Form['started_at']
  /** Messages by the path of their field. */
  errors: Record<string, string>
  drag: TimelineDrag
  describedBy: string
  /** The end of the session in seconds, if the plan is longer. */
  limit: number | null
  /** 0 until the width is known. */
  pixelsASecond: number
  /** Zooms in at a position, as a share of the whole. */
  onZoomIn: (at: number) => void
}

/** How many gaps and overlaps are listed below a line. Each is also shown at its row. */
const MOST_LISTED = 3

/** The line of one group of parts, with its gaps and overlaps listed below. */
export function TimelineLine({ group, index, drawn, startedAt, errors, drag, limit, pixelsASecond, ...props }: Props) {
  const overlapping = new Set(drawn.overlaps.map(({ after }) => after))
  const { scale, chosen, dragged } = drag
  const lanes = lanesOf(drawn.bars)
  const rows = Math.max(1, ...[...lanes.values()].map(lane => lane + 1))
  const percent = (seconds: number): string => `${(seconds / scale) * 100}%`
  const names = new Map(group.parts.map(({ uuid, title }, at) => [uuid, title || `Part ${at + 1}`]))
  const kindsOf = new Map(group.parts.map(part => [part.uuid, partKind(part)]))
  const kindOf = (uuid: string): PartKind | undefined => kindsOf.get(uuid)
  const nameOf = (uuid: string): string => names.get(uuid) ?? ''
  const reach = pixelsASecond > 0 ? pressWidths(drawn.bars, lanes, pixelsASecond) : null
  const isReached = (uuid: string): boolean => reach?.has(uuid) ?? true
  const stop =
    drawn.bars.find(({ uuid }) => uuid === chosen && isReached(uuid)) ?? drawn.bars.find(({ uuid }) => isReached(uuid))
  const name = group.title || `Part group ${index + 1}`
  /** A press on a bar that is too narrow zooms in there. */
  function zoomIn({ target, currentTarget, clientX }: MouseEvent<HTMLElement>): void {
    if (!(target as HTMLElement).closest('[data-mark]')) return
    const { left, width } = currentTarget.getBoundingClientRect()
    props.onZoomIn((clientX - left) / width)
  }
  const notes = [
    group.sets > 1 && `${group.sets} sets, first one shown`,
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
        {...{ onClick: zoomIn }}
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
          const length = bar.endsAt - bar.startsAt
          const place = {
            insetInlineStart: percent(bar.startsAt),
            width: `calc(${percent(length)} - 2px)`,
            top: `calc(${lanes.get(bar.uuid) ?? 0} * 2.75rem)`
          }
          if (!isReached(bar.uuid)) {
            return <span key={bar.uuid} className={SEGMENT} data-kind={kindOf(bar.uuid)} data-mark style={place} />
          }
          const path = `parts.${index}.parts.${at}`
          const isWrong = overlapping.has(bar.uuid) || TIMES.some(field => errors[`${path}.${field}`] !== undefined)
          const { move, end } = drag.can(bar.uuid)
          const times = `${startText(bar, startedAt)}, ${shortDuration(length)}`
          const title = `${nameOf(bar.uuid)}: ${times}`
          return (
            <Bar
              key={bar.uuid}
              uuid={bar.uuid}
              name={nameOf(bar.uuid)}
              title={isWrong ? `${title}, doesn’t fit` : title}
              describedBy={props.describedBy}
              kind={kindOf(bar.uuid)}
              moves={move}
              stretches={end}
              isWrong={isWrong}
              isChosen={chosen === bar.uuid}
              isDragged={dragged === bar.uuid}
              number={at + 1}
              left={place.insetInlineStart}
              width={place.width}
              top={place.top}
              fill={
                reach && length * pixelsASecond - 2 < (reach.get(bar.uuid) ?? 0) ? length * pixelsASecond - 2 : null
              }
              isStop={bar.uuid === stop?.uuid}
              onChoose={drag.choose}
            />
          )
        })}
        {limit !== null && <span className={classes.limit} style={{ insetInlineStart: percent(limit) }} />}
      </div>
      {drawn.overlaps.slice(0, MOST_LISTED).map(({ before, after, seconds }) => (
        <p key={after} className={classes.note} data-warns>
          <IconAlertTriangle size={18} aria-hidden />
          {`“${nameOf(after)}” begins ${shortDuration(seconds)} before “${nameOf(before)}” ends.`}
        </p>
      ))}
      {drawn.gaps.slice(0, MOST_LISTED).map(({ before, after, seconds }) => (
        <p key={after} className={classes.note}>
          {`${shortDuration(seconds)} gap between “${nameOf(before)}” and “${nameOf(after)}”.`}
        </p>
      ))}
      <More count={drawn.overlaps.length} one="overlap" />
      <More count={drawn.gaps.length} one="gap" />
    </div>
  )
}

function More({ count, one }: { count: number; one: string }) {
  if (count <= MOST_LISTED) return null
  const more = count - MOST_LISTED
  return <p className={classes.note}>{`And ${more} more ${more === 1 ? one : `${one}s`}, each shown at its part.`}</p>
}

interface BarProps {
  uuid: string
  name: string
  /** The name, start and length, as text. */
  title: string
  describedBy: string
  kind: PartKind | undefined
  moves: 'place' | 'start' | null
  stretches: boolean
  isWrong: boolean
  isChosen: boolean
  isDragged: boolean
  /** Its number in the group, shown if there is no room for its name. */
  number: number
  left: string
  width: string
  top: string
  /** The drawn width in pixels, if the area to press is wider. Null otherwise. */
  fill: number | null
  /** Whether the Tab key stops at this bar, which is one bar per line. */
  isStop: boolean
  onChoose: (uuid: string) => void
}

const Bar = memo(function Bar({ uuid, title, left, width, top, onChoose, ...props }: BarProps) {
  return (
    <button
      type="button"
      className={SEGMENT}
      data-bar={uuid}
      data-kind={props.kind}
      data-moves={props.moves ?? undefined}
      data-wrong={props.isWrong || undefined}
      data-chosen={props.isChosen || undefined}
      data-dragged={props.isDragged || undefined}
      data-narrow={props.fill !== null || undefined}
      tabIndex={props.isStop ? undefined : -1}
      title={title}
      aria-label={title}
      aria-describedby={props.describedBy}
      onFocus={() => onChoose(uuid)}
      // Some browsers don't focus a button when it is pressed.
      onClick={() => onChoose(uuid)}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        // Otherwise the key press would continue in the newly focused field.
        event.preventDefault()
        goToRow(uuid)
      }}
      style={{ insetInlineStart: left, width: props.fill === null ? width : undefined, top }}
    >
      {props.fill !== null && <span className={classes.fill} style={{ width: Math.max(2, props.fill) }} />}
      {props.isWrong && <IconAlertTriangle size={16} aria-hidden />}
      <span className={classes.title}>{props.name}</span>
      <span className={classes.number} data-number={props.number} />
      {props.stretches && <span className={classes.end} data-end />}
    </button>
  )
})

const SEGMENT = `${kinds.kind} ${classes.segment}`
const TIMES = ['started_at', 'duration', 'time_from'] as const
