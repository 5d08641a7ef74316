import { Box, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Reason } from '../../domain/moderation/hidden.ts'
import { REASON_OPTIONS } from '../moderation/reasons.ts'
import { ActionButton } from '../ui/ActionButton.tsx'

interface Props {
  /** Of the button: "Hide". */
  label: string
  reason?: Reason
  /** Also asks for a note to the author. */
  hasNote?: boolean
  act: (reason: Reason, note: string) => Promise<void>
  onCancel: () => void
}

/** Asks why something is hidden, ended or deleted, in its row. */
export function ReasonForm({ label, reason: first = 'spam', hasNote = false, act, onCancel }: Props) {
  const [reason, setReason] = useState(first)
  const [note, setNote] = useState('')
  return (
    <Box maw="26rem">
      <NativeSelect
        label="Reason"
        mt="xs"
        autoFocus
        value={reason}
        data={REASON_OPTIONS}
        onChange={event => setReason(event.currentTarget.value as Reason)}
      />
      {hasNote && (
        <TextInput
          label="For the author (optional)"
          mt="xs"
          maxLength={1000}
          value={note}
          onChange={event => setNote(event.currentTarget.value)}
        />
      )}
      <Group mt="sm" gap="sm">
        <ActionButton action={() => act(reason, note)}>{label}</ActionButton>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Box>
  )
}
