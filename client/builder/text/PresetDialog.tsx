import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { parseNumber } from '../../../domain/lib/numbers.ts'
import { joinOutline } from '../../../domain/plans/join.ts'
import { PRESETS, type Preset, type PresetField } from '../../../domain/plans/presets.ts'
import { readPlanText } from '../../../domain/plans/read-text.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DurationInput, durationText, secondsOf } from '../../ui/forms/DurationInput.tsx'
import { NumberField } from '../../ui/forms/NumberField.tsx'
import { useBuilderStore } from '../builder.ts'
import classes from './PlanText.module.css'

/** Chooses a pattern and its three values. */
export function PresetDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Start from a pattern" size="30rem">
      <Patterns onClose={onClose} />
    </Dialog>
  )
}

function Patterns({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(PRESETS[0]?.name ?? '')
  const preset = PRESETS.find(one => one.name === name)
  return (
    <>
      <NativeSelect
        label="Pattern"
        description={preset?.about}
        value={name}
        data={PRESETS.map(one => one.name)}
        onChange={event => setName(event.currentTarget.value)}
      />
      {preset && <Values key={name} preset={preset} onClose={onClose} />}
    </>
  )
}

function Values({ preset, onClose }: { preset: Preset; onClose: () => void }) {
  const { get } = useBuilderStore()
  const { form, fill } = get()
  const [texts, setTexts] = useState(() => preset.fields.map(firstText))
  const values = preset.fields.map((field, at) => numberIn(field, texts[at] ?? ''))
  const known = values.filter(value => value !== null)
  const isKnown = known.length === preset.fields.length

  function use(): void {
    const { outline } = readPlanText(preset.text(known))
    const { parts } = joinOutline({ parts: [], tasks: [], timers: [] }, outline, randomUuid)
    fill({ parts, title: form.title || preset.name })
    onClose()
  }

  return (
    <>
      <div className={classes.values}>
        {preset.fields.map((field, at) => {
          const own = {
            label: field.label,
            value: texts[at] ?? '',
            error: values[at] === null ? wrongText(field) : null,
            onChange: (text: string) => setTexts(texts.with(at, text))
          }
          return field.kind === 'count' ? (
            <NumberField key={field.label} {...own} />
          ) : (
            <DurationInput key={field.label} {...own} />
          )
        })}
      </div>
      {isKnown && <Text className={classes.written}>{preset.text(known)}</Text>}
      {form.parts.length > 0 && (
        <Text size="sm" mt="xs">
          It replaces the parts that are here now. You can undo that.
        </Text>
      )}
      <Group mt="md">
        <Button disabled={!isKnown} onClick={use}>
          Use this pattern
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </>
  )
}

function firstText({ kind, usual }: PresetField): string {
  return kind === 'count' ? String(usual) : durationText(usual)
}

const MOST_LENGTH = 86_400

/** Null for a value that makes no plan. */
function numberIn({ kind }: PresetField, text: string): number | null {
  if (kind === 'length') {
    const seconds = secondsOf(text)
    return seconds !== null && seconds > 0 && seconds <= MOST_LENGTH ? seconds : null
  }
  const parsed = parseNumber(text, 0)
  const number = parsed.ok ? parsed.number : null
  return number !== null && number >= 1 && number <= 1000 ? number : null
}

function wrongText({ kind }: PresetField): string {
  return kind === 'count' ? 'Enter a whole number from 1 to 1,000.' : 'Enter a length such as 5 min, at most a day.'
}
