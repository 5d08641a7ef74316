import { Text } from '@mantine/core'
import { memo, useId, useState } from 'react'
import { newPart } from '../../../domain/activities/new-items.ts'
import { partKind } from '../../../domain/activities/part-kind.ts'
import type { Part } from '../../../domain/activities/plan.ts'
import { addItem, setPart } from '../../../domain/activities/plan-edit.ts'
import { partSeconds } from '../../../domain/activities/schedule.ts'
import { intervalText } from '../../activities/plan/interval-text.ts'
import kinds from '../../activities/plan/PartKind.module.css'
import { randomUuid } from '../../lib/client-uuid.ts'
import { RowInput } from '../../ui/forms/RowInput.tsx'
import { addAndFocus, useWholeRow } from '../../ui/rows/add-and-focus.ts'
import { SortableRow } from '../../ui/rows/SortableList.tsx'
import classes from '../Builder.module.css'
import { hasErrors, useBuilder, useBuilderStore, useError } from '../builder.ts'
import { SecondsField } from '../fields/SecondsField.tsx'
import { FoldButton } from './FoldButton.tsx'
import { ItemMenu } from './ItemMenu.tsx'
import { PartOptions } from './PartOptions.tsx'

interface Props {
  part: Part
  groupUuid: string
  linked: 0 | 1
  index: number
  path: string
  /** The start as text, such as "Starts at 5:00". */
  start: string
  /** The gap before the part, as text. */
  gap: string
  overlap: string
}

/** A part's title, duration and start. Its options unfold. */
export const PartRow = memo(function PartRow(props: Props) {
  const { part, groupUuid, linked, index, path, start, gap, overlap } = props
  const { plan } = useBuilderStore().get()
  const hasError = useBuilder(({ errors }) => hasErrors(errors, path, ELSEWHERE))
  const titleError = useError(`${path}.title`)
  const lengthError = useError(`${path}.duration`)
  const startError = useError(`${path}.started_at`)
  const [more, setMore] = useState(false)
  const isWhole = useWholeRow()
  const id = useId()
  const name = part.title || `Part ${index + 1}`
  const open = more || hasError
  const change = (fields: Partial<Part>): void => plan(before => setPart(before, part.uuid, fields))
  const isComputed = part.is_interval === 1 && part.is_custom_duration === 0
  const summary = [start, intervalText(part), part.per_participant ? 'each participant' : '']
  const problem = startError ?? overlap
  return (
    <SortableRow uuid={part.uuid} name={name}>
      {handle => (
        <div className={`${kinds.kind} ${classes.item}`} data-kind={partKind(part)}>
          <div className={classes.row}>
            {handle}
            <RowInput
              className={classes.rowTitle}
              aria-label={`Title of part ${index + 1}`}
              placeholder={`Part ${index + 1}`}
              maxLength={255}
              value={part.title}
              error={titleError}
              data-title
              enterKeyHint="next"
              onChange={event => change({ title: event.currentTarget.value })}
              onKeyDown={event => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
                goToNext(event.currentTarget, () =>
                  plan(before => addItem(before, groupUuid, newPart(randomUuid()), part.uuid), {})
                )
              }}
            />
            <div className={classes.rowLength}>
              {isWhole && (
                <SecondsField
                  id={`${part.uuid} duration`}
                  label={`Duration of ${name}`}
                  labelHidden
                  disabled={isComputed}
                  seconds={isComputed ? partSeconds(part) : part.duration}
                  error={lengthError}
                  onChange={duration => change({ duration })}
                />
              )}
            </div>
            <div className={classes.rowButtons}>
              {isWhole && (
                <>
                  <FoldButton label={`Options of ${name}`} isOpen={open} controls={id} onClick={() => setMore(!open)} />
                  <ItemMenu groupUuid={groupUuid} uuid={part.uuid} index={index} name={name} />
                </>
              )}
            </div>
            <div className={classes.rowFoot}>
              <p>
                {summary.filter(Boolean).join(' · ')}
                {gap && <span>{` · ${gap}`}</span>}
              </p>
              <div role="alert">
                {problem && (
                  <Text size="sm" c="var(--mantine-color-error)">
                    {problem}
                  </Text>
                )}
              </div>
            </div>
          </div>
          <div id={id}>
            {open && <PartOptions part={part} linked={linked} index={index} path={path} change={change} />}
          </div>
        </div>
      )}
    </SortableRow>
  )
})

/** Fields whose errors are visible while the options are folded. */
const ELSEWHERE = ['title', 'duration', 'started_at', 'order', 'uuid'] as const

/** Focuses the title of the next part in the group, or adds a part and focuses its title. */
function goToNext(title: HTMLInputElement, add: () => void): void {
  const list = title.closest('ol')
  const titles = Array.from(list?.querySelectorAll<HTMLInputElement>('[data-title]') ?? [])
  const next = titles[titles.indexOf(title) + 1]
  if (next) next.focus()
  else addAndFocus(add, list, '[data-row]')
}
