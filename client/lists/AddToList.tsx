import { Button } from '@mantine/core'
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import { type ComponentProps, useRef, useState } from 'react'
import { requireSignIn } from '../accounts/sign-in.ts'
import { useOnceTrue } from '../lib/once-true.ts'
import { late } from '../ui/loading/late.tsx'
import type { ListChoicesProps } from './ListChoices.tsx'

const ListChoices = late<ListChoicesProps>(
  async () => (await import('./ListChoices.tsx')).ListChoices,
  ({ target }, ask) => <Opener ref={target} autoFocus onClick={ask} />
)

/** A button that opens checkboxes for my lists with this activity, and a form for a new list (LIST-13, D-54). */
export function AddToList({ activity }: { activity: string }) {
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const button = (
    <Opener
      ref={target}
      onClick={() => (opened ? setOpened(false) : requireSignIn('to keep lists of activities', () => setOpened(true)))}
    />
  )
  if (!useOnceTrue(opened)) return button
  return (
    <ListChoices activity={activity} opened={opened} onChange={setOpened} target={target}>
      {button}
    </ListChoices>
  )
}

function Opener(props: ComponentProps<typeof Button<'button'>>) {
  return (
    <Button variant="default" leftSection={<IconListDetails size={20} aria-hidden />} aria-haspopup="dialog" {...props}>
      Add to list
    </Button>
  )
}
