import { Button, Text, TextInput } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useRef } from 'react'
import type { Part } from '../../../domain/activities/plan.ts'
import rows from '../../goals/form/TimerList.module.css'
import { IconButton } from '../../ui/IconButton.tsx'
import { addAndFocus, removeAndFocus } from '../../ui/rows/add-and-focus.ts'
import classes from '../Builder.module.css'
import { useBuilder } from '../builder.ts'
import { SecondsField } from '../fields/SecondsField.tsx'

interface Props {
  part: Part
  path: string
  change: (fields: Partial<Part>) => void
}

/** The alerts of a part. Each plays a sound and shows a line, some time before the part ends. */
export function AlertList({ part, path, change }: Props) {
  const { errors } = useBuilder()
  const { alerts } = part
  const list = useRef<HTMLOListElement>(null)
  const set = (at: number, fields: Partial<Part['alerts'][number]>): void =>
    change({ alerts: alerts.map((alert, index) => (index === at ? { ...alert, ...fields } : alert)) })
  return (
    <fieldset className={classes.set}>
      <legend>Alerts</legend>
      <Text c="dimmed" size="sm">
        A sound and a line of text, some time before the part ends.
      </Text>
      <ol ref={list} className={rows.timers}>
        {alerts.map((alert, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: alerts have no id.
          <li key={at} className={rows.timerRow}>
            <TextInput
              aria-label={`Text of alert ${at + 1}`}
              placeholder="Last minute"
              value={alert.title}
              error={errors[`${path}.alerts.${at}.title`]}
              onChange={event => set(at, { title: event.currentTarget.value })}
            />
            <SecondsField
              id={`${part.uuid} alert ${alerts.length} ${at}`}
              label={`Alert ${at + 1} sounds this long before the end`}
              labelHidden
              seconds={alert.at}
              error={errors[`${path}.alerts.${at}.at`]}
              onChange={seconds => set(at, { at: seconds })}
            />
            <IconButton
              icon={IconTrash}
              label={`Remove alert ${at + 1}`}
              onClick={() => removeAndFocus(() => change({ alerts: alerts.toSpliced(at, 1) }), list.current, at)}
            />
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() =>
          addAndFocus(() => change({ alerts: [...alerts, { at: 60, title: 'Last minute' }] }), list.current)
        }
      >
        Add an alert
      </Button>
    </fieldset>
  )
}
