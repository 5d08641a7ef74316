import { Button } from '@mantine/core'
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs'
import { type ComponentProps, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { late } from '../ui/loading/late.tsx'
import type { ChooseActivity as Choice } from './ChooseActivity.tsx'

type ChoiceProps = ComponentProps<typeof Choice>

const ChooseActivity = late<ChoiceProps>(
  async () => (await import('./ChooseActivity.tsx')).ChooseActivity,
  <Loading cards={1} />
)

/** Adds an existing activity to the group. */
export function AttachActivity(props: Omit<ChoiceProps, 'onDone'>) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPaperclip size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        Add an Activity
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Add an activity to this group" size="30rem">
        <ChooseActivity {...props} onDone={() => setOpened(false)} />
      </Dialog>
    </>
  )
}
