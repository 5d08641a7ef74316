import { Button, Group, Text, Textarea } from '@mantine/core'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useRef } from 'react'
import { type Described, planFileText } from '../../../domain/plans/plan-file.ts'
import { planText } from '../../../domain/plans/write-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useCopy } from '../../ui/forms/use-copy.ts'

interface Props {
  plan: Described & { slug: string }
  opened: boolean
  onClose: () => void
}

/** The plan of an activity or session as a text to copy (D-155), and as a file. */
export function PlanAsText({ plan, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Plan as text" size="34rem">
      <TextToCopy text={planText(plan)} onSave={() => save(plan)} />
    </Dialog>
  )
}

function save({ slug, title, content, duration, parts, tasks, timers }: Props['plan']): void {
  const text = planFileText({ title, content, duration, parts, tasks, timers })
  saveFile(new Blob([text], { type: 'application/json' }), `${slug}.plan.json`)
}

function TextToCopy({ text, onSave }: { text: string; onSave: () => void }) {
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
        Paste it into “Plan as text” when you create an activity or a session. Only the file has alerts, checklists and
        formatting too.
      </Text>
      <Group mt="md">
        <Button leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copy()}>
          {copied || 'Copy'}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={onSave}>
          Save as a file
        </Button>
      </Group>
    </>
  )
}
