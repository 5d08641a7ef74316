import { Button } from '@mantine/core'
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import { useRef, useState } from 'react'
import { requireSignIn } from '../accounts/sign-in.ts'
import { useOnceTrue } from '../lib/once-true.ts'
import { late } from '../ui/loading/late.tsx'
import type { ListChoicesProps } from './ListChoices.tsx'

const ListChoices = late<ListChoicesProps>(
  async () => (await import('./ListChoices.tsx')).ListChoices,
  ({ children }) => children
)

/** A button that opens checkboxes for my lists with this activity, and a form for a new list (LIST-13, D-54). */
export function AddToList({ activity }: { activity: string }) {
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const button = (
    <Button
      ref={target}
      variant="default"
      leftSection={<IconListDetails size={20} aria-hidden />}
      onClick={() => (opened ? setOpened(false) : requireSignIn('to keep lists of activities', () => setOpened(true)))}
      aria-haspopup="dialog"
    >
      Add to list
    </Button>
  )
  if (!useOnceTrue(opened)) return button
  return (
    <ListChoices activity={activity} opened={opened} onChange={setOpened} target={target}>
      {button}
    </ListChoices>
  )
}
