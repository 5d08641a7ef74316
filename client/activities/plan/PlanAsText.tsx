import { Button, Text, Textarea } from '@mantine/core'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import { useRef } from 'react'
import type { Plan } from '../../../domain/activities/plan.ts'
import { planText } from '../../../domain/plans/write-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useCopy } from '../../ui/forms/use-copy.ts'

interface Props {
  plan: Pick<Plan, 'parts' | 'tasks'>
  opened: boolean
  onClose: () => void
}

/** The plan of an activity or session as a text to copy (D-155). */
export function PlanAsText({ plan, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Plan as text" size="34rem">
      <TextToCopy text={planText(plan)} />
    </Dialog>
  )
}

function TextToCopy({ text }: { text: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { copied, copy } = useCopy(text, field)
  return (
    <>
      <Textarea
        ref={field}
        aria-label="Plan as text"
        readOnly
        autosize
        minRows={3}
        maxRows={14}
        value={text}
        onFocus={event => event.currentTarget.select()}
      />
      <Text c="dimmed" size="sm" mt="xs">
        Paste it into “Plan as text” when you create an activity or a session. Alerts, checklists and formatting aren’t
        part of it.
      </Text>
      <Button mt="md" leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copy()}>
        {copied || 'Copy'}
      </Button>
    </>
  )
}
