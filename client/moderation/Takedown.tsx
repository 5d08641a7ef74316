import { Button, Group, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { REASON_WORDS } from '../../domain/moderation/hidden.ts'
import { askAgain, decideReport, getTakedown, type Takedown as Why } from '../../domain/reports/api.ts'
import { call } from '../lib/api.ts'
import { refreshShownPages } from '../lib/page-cache.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { Reported } from './report.ts'

/** Why something is hidden. Its author can ask once for another look, and a moderator can restore it (D-149). */
export function Takedown({ about: { kind, id } }: { about: Reported }) {
  const params = { kind, subject: String(id) }
  const { data: why, refetch } = useQuery({
    queryKey: ['takedown', kind, id],
    queryFn: () => call(getTakedown, { params })
  })
  if (!why) return null
  return (
    <>
      <Text component="p">{wordsOf(why)}</Text>
      {why.note !== '' && <Text component="p">“{why.note}”</Text>}
      {why.text !== '' && (
        <Text component="p" c="dimmed">
          {why.text}
        </Text>
      )}
      {why.asked_at !== null && <Text c="dimmed">Someone asked for another look. A moderator will decide.</Text>}
      {why.can_ask === 1 && (
        <Ask
          onSend={async note => {
            await call(askAgain, { params, body: { note } })
            await refetch()
          }}
        />
      )}
      {why.can_restore === 1 && (
        <ActionButton
          variant="default"
          mt="xs"
          action={async () => {
            await call(decideReport, { params, body: { decision: 'keep' } })
            await refreshShownPages()
          }}
        >
          Restore
        </ActionButton>
      )}
    </>
  )
}

function wordsOf({ is_by_rule, reason }: Why): string {
  return is_by_rule === 1
    ? `Hidden because people reported it (${REASON_WORDS[reason]}), until a moderator looks at it.`
    : `Hidden by a moderator: ${REASON_WORDS[reason]}.`
}

/** A dialog, because the message of a chat has no room for a form. */
function Ask({ onSend }: { onSend: (note: string) => Promise<void> }) {
  const [isOpen, setIsOpen] = useState(false)
  const [note, setNote] = useState('')
  const close = (): void => setIsOpen(false)
  return (
    <>
      <Button variant="default" mt="xs" onClick={() => setIsOpen(true)} aria-haspopup="dialog">
        Ask for another look
      </Button>
      <Dialog opened={isOpen} onClose={close} title="Ask for another look">
        <Textarea
          label="Why should it be seen again? You can ask once."
          autosize
          minRows={3}
          maxLength={1000}
          value={note}
          onChange={event => setNote(event.currentTarget.value)}
          data-autofocus
        />
        <Group mt="lg" justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <ActionButton action={() => onSend(note)}>Ask a moderator</ActionButton>
        </Group>
      </Dialog>
    </>
  )
}
